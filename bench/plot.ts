/**
 * Lines over axes, as SVG.
 *
 * @module
 */

/** A place: entries and the milliseconds that they take, or a budget and what is named within it. */
export type Point = readonly [x: number, y: number];

/** A panel: lines that share its axes. */
export interface Panel {
  readonly title: string;
  /** The text below its title. */
  readonly detail: string;
  /** The points of each line, by its name in the legend. */
  readonly lines: Readonly<Record<string, readonly Point[]>>;
  /** The ratio `y / x` along a guide line of slope 1, if there is one. */
  readonly guide?: number;
}

/** Panels side by side, with the same axes. */
export interface Plot {
  readonly title: string;
  readonly caption: string;
  readonly xLabel: string;
  readonly yLabel: string;
  /** The text of a tick of the vertical axis. */
  readonly yTick: (value: number) => string;
  /** The ticks of the horizontal axis; without them, the powers of ten. */
  readonly xTicks?: readonly number[];
  /** The ticks of a linear vertical axis from the first to the last; without them, it is logarithmic. */
  readonly yTicks?: readonly number[];
  readonly panels: readonly Panel[];
}

/** One axis: from a value to its place. */
interface Axis {
  readonly ticks: readonly number[];
  readonly first: number;
  readonly last: number;
  at(value: number): number;
}

const WIDTH = 960;
const HEIGHT = 500;
/** The margins around the panels. */
const MARGIN = { left: 90, right: 20, top: 138, bottom: 84 };
const GAP = 26;
/** Distance of lines from the sides of a panel, as a factor. */
const AIR = 1.6;
const BOTTOM = HEIGHT - MARGIN.bottom;

const [INK, FAINT, GRID] = ["#24292f", "#57606a", "#e3e7eb"];
const GUIDE = `stroke="${FAINT}" stroke-dasharray="5 4"`;

/** A colour and a marker for each line, distinct without colours too (Okabe and Ito). */
const STYLES = [
  { color: "#57606a", marker: "M-4-4H4V4H-4Z" },
  { color: "#0072b2", marker: "M-4.5 0A4.5 4.5 0 1 1 4.5 0A4.5 4.5 0 1 1-4.5 0Z" },
  { color: "#d55e00", marker: "M0-5.5L5 4H-5Z" },
  { color: "#009e73", marker: "M0-6L5.5 0L0 6L-5.5 0Z" },
  { color: "#cc79a7", marker: "M0 5.5L5-4H-5Z" },
];

/** Draws a plot, on white. */
export function plot(
  { title, caption, xLabel, yLabel, yTick, xTicks, yTicks, panels }: Plot,
): string {
  const width = (WIDTH - MARGIN.left - MARGIN.right + GAP) / panels.length - GAP;
  const points = panels.flatMap(({ lines }) => Object.values(lines).flat());
  const upward = { from: BOTTOM, to: MARGIN.top };
  const y = yTicks ? linearAxis(yTicks, upward) : axis(points.map(([, value]) => value), upward);
  const hasGuide = panels.some(({ guide }) => guide !== undefined);
  const drawn = panels.map((panel, i) => {
    const from = MARGIN.left + i * (width + GAP);
    const x = axis(points.map(([value]) => value), { from, to: from + width }, xTicks);
    return drawPanel(panel, { x, y, from, width });
  });
  const left = MARGIN.left;
  const middle = left + (WIDTH - left - MARGIN.right) / 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" ` +
    `width="${WIDTH}" height="${HEIGHT}" role="img" font-family="system-ui, sans-serif" ` +
    `font-size="12" fill="${INK}">` +
    `<title>${escaped(title)}</title>` +
    `<rect width="100%" height="100%" rx="6" fill="#ffffff"/>` +
    text(title, { x: left, y: 34 }, `font-size="18" font-weight="600"`) +
    legend(Object.keys(panels[0]!.lines), { x: left, y: 64, hasGuide }) +
    y.ticks.map((tick) =>
      text(yTick(tick), { x: left - 8, y: y.at(tick) + 4 }, `text-anchor="end"`)
    ).join("") +
    text(yLabel, { x: 0, y: 0 }, `${CENTRED} transform="translate(24 ${center(y)}) rotate(-90)"`) +
    drawn.join("") +
    text(xLabel, { x: middle, y: BOTTOM + 42 }, CENTRED) +
    text(caption, { x: left, y: HEIGHT - 14 }, `font-size="11" fill="${FAINT}"`) +
    `</svg>\n`;
}

const CENTRED = `text-anchor="middle"`;

function drawPanel(
  { title, detail, lines, guide }: Panel,
  { x, y, from, width }: { x: Axis; y: Axis; from: number; width: number },
): string {
  const [top, height] = [MARGIN.top, BOTTOM - MARGIN.top];
  return text(title, { x: from, y: top - 26 }, `font-size="13" font-weight="600"`) +
    text(detail, { x: from, y: top - 10 }, `fill="${FAINT}"`) +
    x.ticks.map((tick) =>
      line([[x.at(tick), BOTTOM], [x.at(tick), top]], `stroke="${GRID}"`) +
      text(short(tick), { x: x.at(tick), y: BOTTOM + 18 }, CENTRED)
    ).join("") +
    y.ticks.map((tick) =>
      line([[from, y.at(tick)], [from + width, y.at(tick)]], `stroke="${GRID}"`)
    )
      .join("") +
    `<rect x="${from}" y="${top}" width="${width}" height="${height}" fill="none" ` +
    `stroke="${FAINT}"/>` +
    (guide === undefined
      ? ""
      : line(guideWithin(guide, x, y).map(([a, b]) => [x.at(a), y.at(b)]), GUIDE)) +
    Object.values(lines).map((points, i) =>
      drawLine(points.map(([a, b]) => [x.at(a), y.at(b)]), STYLES[i % STYLES.length]!)
    ).join("");
}

/** The part of the line `y = k x` that a panel shows. */
function guideWithin(k: number, x: Axis, y: Axis): Point[] {
  const first = Math.max(x.first, y.first / k);
  const last = Math.min(x.last, y.last / k);
  return [[first, first * k], [last, last * k]];
}

function drawLine(points: readonly Point[], { color, marker }: typeof STYLES[number]): string {
  return line(points, `stroke="${color}" stroke-width="2"`) +
    points.map((at) =>
      `<path d="${marker}" transform="translate(${at.map(rounded).join(" ")})" fill="${color}" ` +
      `stroke="#ffffff"/>`
    ).join("");
}

/** Widths in the legend: of a sample, of a letter at most, and of the gap between two names. */
const [LEGEND_SAMPLE, LEGEND_LETTER, LEGEND_GAP] = [36, 7.5, 16];

function legend(
  names: readonly string[],
  { x, y, hasGuide }: { x: number; y: number; hasGuide: boolean },
): string {
  const starts = [x];
  for (const name of names) {
    starts.push(starts.at(-1)! + LEGEND_SAMPLE + LEGEND_LETTER * name.length + LEGEND_GAP);
  }
  const sampleAt = (i: number): Point[] => [[starts[i]!, y], [starts[i]! + 28, y]];
  const named = (name: string, i: number): string =>
    text(name, { x: starts[i]! + LEGEND_SAMPLE, y: y + 4 });
  const guideAt = names.length;
  return names.map((name, i) => {
    const style = STYLES[i % STYLES.length]!;
    const [[left], [right]] = sampleAt(i) as [Point, Point];
    return line(sampleAt(i), `stroke="${style.color}" stroke-width="2"`) +
      drawLine([[(left + right) / 2, y]], style) + named(name, i);
  }).join("") +
    (hasGuide ? line(sampleAt(guideAt), GUIDE) + named("linear (slope 1)", guideAt) : "");
}

/** The ends of an axis. */
interface Ends {
  readonly from: number;
  readonly to: number;
}

/** A logarithmic axis that has room for all values. */
function axis(values: readonly number[], { from, to }: Ends, chosen?: readonly number[]): Axis {
  const [first, last] = [Math.min(...values) / AIR, Math.max(...values) * AIR];
  const ticks = chosen ?? powersOfTen(first, last);
  const at = (value: number): number =>
    from + (to - from) * Math.log(value / first) / Math.log(last / first);
  return { ticks, first, last, at };
}

function powersOfTen(first: number, last: number): number[] {
  const powers: number[] = [];
  for (let power = Math.ceil(Math.log10(first)); power <= Math.log10(last); power++) {
    powers.push(10 ** power);
  }
  return powers;
}

/** A linear axis from the first of its ticks to the last. */
function linearAxis(ticks: readonly number[], { from, to }: Ends): Axis {
  const [first, last] = [ticks[0]!, ticks.at(-1)!];
  return {
    ticks,
    first,
    last,
    at: (value) => from + (to - from) * (value - first) / (last - first),
  };
}

function center({ at, first, last }: Axis): number {
  return rounded((at(first) + at(last)) / 2);
}

function line(points: readonly Point[], style: string): string {
  if (points.length < 2) return "";
  const list = points.map((point) => point.map(rounded).join(",")).join(" ");
  return `<polyline points="${list}" fill="none" ${style}/>`;
}

function text(content: string, { x, y }: { x: number; y: number }, style = ""): string {
  return `<text x="${rounded(x)}" y="${rounded(y)}" ${style}>${escaped(content)}</text>`;
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

/** 1000 as `1k`. */
function short(value: number): string {
  return value.toLocaleString("en", { notation: "compact" }).toLowerCase().replace("m", "M");
}

function escaped(content: string): string {
  return content.replace(/[&<>]/g, (char) => `&#${char.charCodeAt(0)};`);
}
