import { expect, test } from "vitest";
import { deviceName } from "./rules";

const mozilla = (rest: string) => `Mozilla/5.0 (${rest}`;

test.each([
  ["Chrome on Windows", "Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36"],
  ["Edge on Windows", "Windows NT 10.0; Win64; x64) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0"],
  ["Safari on Mac", "Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/26.1 Safari/605.1.15"],
  ["Firefox on Linux", "X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0"],
  ["Safari on iPhone", "iPhone; CPU iPhone OS 26_1 like Mac OS X) Version/26.1 Mobile/15E148 Safari/604.1"],
  ["Chrome on iPhone", "iPhone; CPU iPhone OS 26_1 like Mac OS X) CriOS/142.0 Mobile/15E148 Safari/604.1"],
  ["Chrome on Android", "Linux; Android 10; K) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36"],
  [
    "Samsung Internet on Android",
    "Linux; Android 10; K) SamsungBrowser/29.0 Chrome/136.0 Mobile Safari/537.36",
  ],
  ["Chrome on Chromebook", "X11; CrOS x86_64 14541.0.0) Chrome/142.0.0.0 Safari/537.36"],
])("the device name is %s", (name, rest) => expect(deviceName(mozilla(rest))).toBe(name));

test.each([
  ["", "Unknown device"],
  [null, "Unknown device"],
  ["curl/8.15.0", "Unknown device"],
  ["Firefox/145.0", "Firefox"],
  ["Something (Windows NT 10.0)", "A browser on Windows"],
  ["<script>alert(1)</script>", "Unknown device"],
])("the device name for the User-Agent %j is %s", (userAgent, name) =>
  expect(deviceName(userAgent)).toBe(name),
);
