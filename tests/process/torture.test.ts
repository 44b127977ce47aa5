import { afterAll, beforeAll, expect, test } from "vitest";
import { startEmbeddedPostgres } from "~/platform/database/embedded-postgres.server";
import { promisesOf } from "../../bench/torture/promises.ts";
import { runScenario, SCENARIOS } from "../../bench/torture/scenarios.ts";
import { openWorld, type World } from "../../bench/torture/world.ts";
import { stock } from "../support/stock";
import { temporaryFolderOfFile } from "../support/temporary-folder";

let world: World;

beforeAll(async () => {
  world = await openWorld({
    folder: await temporaryFolderOfFile(),
    startPostgres: startEmbeddedPostgres,
    stock,
    durable: false,
    retryMs: [100, 200, 400, 800, 1_600, 3_200, 6_400],
    restartMs: 0,
  });
}, 60_000);
afterAll(() => world.close());

const run = { customers: 20, ms: 2_000, pauseMs: 100, patienceMs: 20_000, months: 1 };

/** Speed depends on the machine; `npm run torture` measures it. */
test.each(SCENARIOS)(
  "20 customers at once, and $name: every guarantee about bookings holds",
  async (scenario) => {
    const result = await runScenario(world, scenario, run);
    const broken = promisesOf(result).filter(({ kept, promised }) => !kept && promised === "0");
    expect(broken).toEqual([]);
    expect(result.audit.confirmed).toBeGreaterThan(10);
  },
);
