import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { type Plot, plot } from "../../bench/plot.ts";

const PLOT: Plot = {
  title: "a < b & c",
  caption: "caption",
  xLabel: "entries",
  yLabel: "time",
  yTick: (value) => `${value} ms`,
  panels: [
    {
      title: "one",
      detail: "detail",
      lines: { linear: [[1000, 1], [1_000_000, 1000]], square: [[1000, 1], [10_000, 100]] },
      guide: 1 / 2000,
    },
    { title: "two", detail: "detail", lines: { linear: [[1000, 5]], square: [] }, guide: 1 },
  ],
};

/** The slopes of the lines in a style, as drawn; those of the legend are flat. */
function slopes(svg: string, style: string): number[] {
  return [
    ...svg.matchAll(/points="([\d.]+),([\d.]+) [^"]*?([\d.]+),([\d.]+)" fill="none" ([^/]*)\//g),
  ]
    .filter(([, , , , , drawn]) => drawn!.includes(style))
    .map(([, ...numbers]) => numbers.slice(0, 4).map(Number))
    .map(([x1, y1, x2, y2]) => (y1! - y2!) / (x2! - x1!))
    .filter((slope) => slope !== 0);
}

Deno.test("a line of slope 1 is parallel to the guide, a steeper one is not", () => {
  const svg = plot(PLOT);
  const [guide] = slopes(svg, "dasharray");
  const [linear] = slopes(svg, '#57606a" stroke-width');
  const [square] = slopes(svg, "#0072b2");
  assert(Math.abs(linear! / guide! - 1) < 0.01);
  assert(Math.abs(square! / guide! - 2) < 0.02);
});

Deno.test("texts are escaped, and each tick is a power of ten", () => {
  const svg = plot(PLOT);
  assertStringIncludes(svg, ">a &#60; b &#38; c</text>");
  const ticks = [...svg.matchAll(/>(\d+) ms</g)].map(([, value]) => Number(value));
  assertEquals(ticks, [1, 10, 100, 1000]);
  assertEquals(
    svg.match(/<path /g)?.length,
    2 + 5,
    "each point has its marker, the legend's included",
  );
});

Deno.test("a linear axis has the ticks it is given, as far apart as their values, and no guide", () => {
  const svg = plot({
    ...PLOT,
    xTicks: [500, 5000],
    yTicks: [0, 25, 100],
    yTick: (value) => `${value} %`,
    panels: [{ title: "one", detail: "", lines: { a: [[500, 0], [5000, 100]] } }],
  });
  const ticks = [...svg.matchAll(/y="([\d.]+)" text-anchor="end">(\d+) %</g)].map(([, y]) =>
    Number(y)
  );
  const [zero, quarter, all] = ticks as [number, number, number];
  assertEquals(ticks.length, 3);
  assert(Math.abs((zero - quarter) / (zero - all) - 0.25) < 0.01);
  assertEquals([...svg.matchAll(/>([\d.]+k?)<\/text>/g)].map(([, tick]) => tick), ["500", "5k"]);
  assert(!svg.includes("slope 1"));
});
