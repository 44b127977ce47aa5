import { monitorEventLoopDelay } from "node:perf_hooks";

/** Figures that are read when /metrics is requested: the samples of one name. */
export type Figure = {
  name: string;
  help: string;
  type: "gauge" | "counter";
  samples: { labels?: Record<string, string>; value: number }[];
};

/** What answered a request; `cached` is a page from memory. */
export type Answerer = "cached" | "page" | "api" | "asset";

/** Upper bounds of the histogram, in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Methods that are counted by name. Others are counted together, because clients can invent them. */
const METHODS = new Set(["GET", "HEAD", "POST"]);

export type Metrics = ReturnType<typeof openMetrics>;

/** What this process has done since its start, for Prometheus. */
export function openMetrics() {
  const requests = new Map<string, number>();
  const latencies = new Map<Answerer, { buckets: number[]; count: number; sum: number }>();
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();

  return {
    /** Counts a response. Cached ones are not timed, because that would take longer than sending them. */
    count(answerer: Answerer, method: string | undefined, status: number, seconds?: number): void {
      const key = `${answerer} ${METHODS.has(method ?? "") ? method : "other"} ${status}`;
      requests.set(key, (requests.get(key) ?? 0) + 1);
      if (seconds === undefined) return;
      const found = latencies.get(answerer) ?? { buckets: BUCKETS.map(() => 0), count: 0, sum: 0 };
      latencies.set(answerer, found);
      found.count += 1;
      found.sum += seconds;
      for (const [place, bound] of BUCKETS.entries()) {
        if (seconds <= bound) found.buckets[place] = (found.buckets[place] ?? 0) + 1;
      }
    },

    /** The text format of Prometheus, version 0.0.4. */
    text(figures: Figure[]): string {
      const memory = process.memoryUsage();
      const own: Figure[] = [
        {
          name: "whitebirch_http_requests_total",
          help: "Requests answered.",
          type: "counter",
          samples: [...requests].map(([key, value]) => {
            const [answerer = "", method = "", status = ""] = key.split(" ");
            return { labels: { answerer, method, status }, value };
          }),
        },
        gauge("process_resident_memory_bytes", "Resident memory of the process.", memory.rss),
        gauge("nodejs_heap_size_used_bytes", "Used JavaScript heap.", memory.heapUsed),
        gauge("process_uptime_seconds", "Seconds since the process started.", process.uptime()),
        gauge(
          "nodejs_eventloop_delay_p99_seconds",
          "Event loop delay, 99th percentile since the last read.",
          Number.isNaN(delay.percentile(99)) ? 0 : delay.percentile(99) / 1e9,
        ),
      ];
      delay.reset();
      return [...[...own, ...figures].map(linesOf), latencyLines(latencies)].join("");
    },
  };
}

/** A figure with one sample. */
export function gauge(name: string, help: string, value: number): Figure {
  return { name, help, type: "gauge", samples: [{ value }] };
}

function linesOf({ name, help, type, samples }: Figure): string {
  const lines = samples.map(({ labels = {}, value }) => `${name}${labelText(labels)} ${value}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join("")}`;
}

function labelText(labels: Record<string, string>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length > 0 ? `{${pairs.join(",")}}` : "";
}

function escaped(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}

function latencyLines(latencies: Map<Answerer, { buckets: number[]; count: number; sum: number }>): string {
  const name = "whitebirch_http_request_duration_seconds";
  const lines = [...latencies].flatMap(([answerer, { buckets, count, sum }]) => [
    ...BUCKETS.map(
      (bound, place) => `${name}_bucket{answerer="${answerer}",le="${bound}"} ${buckets[place]}\n`,
    ),
    `${name}_bucket{answerer="${answerer}",le="+Inf"} ${count}\n`,
    `${name}_sum{answerer="${answerer}"} ${sum}\n`,
    `${name}_count{answerer="${answerer}"} ${count}\n`,
  ]);
  return `# HELP ${name} How long responses took, except cached pages.\n# TYPE ${name} histogram\n${lines.join("")}`;
}
