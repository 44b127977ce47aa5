import { expect, test } from "vitest";
import { gauge, openMetrics } from "./metrics.server";

test("requests are counted by answerer, method and status, and latencies in buckets", () => {
  const metrics = openMetrics();
  metrics.count("page", "GET", 200, 0.03);
  metrics.count("page", "GET", 200, 0.3);
  metrics.count("page", "BREW", 405, 20);
  metrics.count("cached", "GET", 304);
  const text = metrics.text([]);
  expect(text).toContain('whitebirch_http_requests_total{answerer="page",method="GET",status="200"} 2\n');
  expect(text).toContain('{answerer="page",method="other",status="405"} 1\n');
  expect(text).toContain('{answerer="cached",method="GET",status="304"} 1\n');
  expect(text).toContain('_bucket{answerer="page",le="0.025"} 0\n');
  expect(text).toContain('_bucket{answerer="page",le="0.05"} 1\n');
  expect(text).toContain('_bucket{answerer="page",le="0.5"} 2\n');
  expect(text).toContain('_bucket{answerer="page",le="10"} 2\n');
  expect(text).toContain('_bucket{answerer="page",le="+Inf"} 3\n');
  expect(text).toContain('_count{answerer="page"} 3\n');
  expect(text).not.toContain('_count{answerer="cached"}');
});

test("every line is valid for Prometheus, whatever text a label has", () => {
  const text = openMetrics().text([
    gauge("a_b", "Help.", 1.5),
    { name: "c", help: "Help.", type: "gauge", samples: [{ labels: { kind: 'a"b\\c\nd' }, value: 0 }] },
  ]);
  expect(text).toContain('c{kind="a\\"b\\\\c\\nd"} 0\n');
  for (const line of text.trimEnd().split("\n")) {
    expect(line).toMatch(
      /^(# (HELP|TYPE) [a-z_0-9]+ .+|[a-z_0-9]+(\{([a-z]+="(\\.|[^"\\])*",?)+\})? -?[\d.e+-]+)$/,
    );
  }
});
