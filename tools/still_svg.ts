/**
 * Terminals side by side, as SVG: opaque, so that they look the same on any page, and with the reader's own
 * fixed-width font, so that nothing is embedded and the text can be selected.
 *
 * @module
 */

/** A command, and what it printed. */
export interface Pane {
  /** The command; one of several lines has a backslash at the end of each but the last. */
  readonly command: string;
  /** The output, line by line. */
  readonly lines: readonly string[];
  /** The tokens of the whole output. */
  readonly tokens: number;
  /** Indices of the lines that are drawn in another colour. */
  readonly highlighted?: readonly number[];
}

/** The least width of a pane, and what a character takes: no common font of 13 pixels takes more. */
const [MIN_WIDTH, CHARACTER] = [300, 8];
const GAP = 16;
const PADDING = 16;
const LINE = 17;
/** The bar at the top, and the line at the bottom that says what the output costs. */
const [BAR, FOOT] = [34, 44];

/** Time that a line takes to appear, and a command to be read, in milliseconds. */
const [LINE_MS, COMMAND_MS] = [20, 700];

/** Plays once and stays; where nothing moves, or nobody wants it to, all is there from the start. */
const STYLE = "<style>@media (prefers-reduced-motion:no-preference)" +
  "{text{animation:appear 1ms backwards}}@keyframes appear{from{opacity:0}}</style>";

const [PAPER, EDGE, INK] = ["#0d1117", "#3d444d", "#e6edf3"];
const [FAINT, BLUE, GREEN] = ["#9198a1", "#6cb6ff", "#57d364"];

/** The position of a pane. */
interface Box {
  readonly x: number;
  readonly width: number;
  readonly height: number;
  /** The time at which its command appears, in milliseconds. */
  readonly start: number;
}

/**
 * Draws panes of one height, which appear line by line, one after the other. The last one is shown whole; the others
 * are cut to as many lines, and say so.
 */
export function drawPanes(panes: readonly Pane[]): string {
  const shown = panes.map((pane) => {
    const [command, ...more] = pane.command.split("\n");
    const highlighted = pane.highlighted?.map((line) => line + more.length) ?? [];
    return { ...pane, command: command!, lines: [...more, ...pane.lines], highlighted };
  });
  const rows = shown.at(-1)!.lines.length;
  const height = BAR + (rows + 1) * LINE + PADDING + FOOT;
  const title = panes.map(({ command, tokens }) =>
    `${command.replaceAll(/\\\n */g, "")}: ${count(tokens)} tokens`
  );
  const drawn: string[] = [];
  let [x, start] = [0, 0];
  for (const pane of shown.map((pane) => cut(pane, rows))) {
    const width = widthOf(pane);
    drawn.push(...drawPane(pane, { x, width, height, start }));
    x += width + GAP;
    start += 2 * COMMAND_MS + rows * LINE_MS;
  }
  const width = x - GAP;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" ` +
    `height="${height}" role="img" fill="${INK}" font-size="13" ` +
    `font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace">`,
    `<title>${escaped(title.join("; "))}</title>`,
    STYLE,
    ...drawn,
    "</svg>\n",
  ].join("\n");
}

function widthOf({ command, lines }: Pane): number {
  const longest = Math.max(command.length + 2, ...lines.map((line) => line.length));
  return Math.max(MIN_WIDTH, longest * CHARACTER + 2 * PADDING);
}

/** Cuts a pane to a number of lines, of which the last says how many more there are. */
function cut(pane: Pane, rows: number): Pane {
  const { lines } = pane;
  if (lines.length <= rows) return pane;
  const more = `… ${count(lines.length - rows + 1)} more lines`;
  return { ...pane, lines: [...lines.slice(0, rows - 1), more] };
}

function drawPane(
  { command, lines, tokens, highlighted = [] }: Pane,
  { x, width, height, start }: Box,
): string[] {
  const delay = (line: number): string =>
    `style="animation-delay:${start + (line > 0 ? COMMAND_MS : 0) + line * LINE_MS}ms"`;
  const left = x + PADDING;
  const lamps = [0, 1, 2].map((i) =>
    `<circle cx="${left + 4 + i * 16}" cy="${BAR / 2}" r="4.5" fill="${EDGE}"/>`
  );
  return [
    `<rect x="${x + 0.5}" y="0.5" width="${width - 1}" height="${height - 1}" rx="8" ` +
    `fill="${PAPER}" stroke="${EDGE}"/>`,
    lamps.join(""),
    ...[
      `<tspan font-weight="bold">$ ${escaped(command)}</tspan>`,
      ...lines.map((line, i) => colored(line, highlighted.includes(i))),
    ].map((line, i) =>
      `<text x="${left}" y="${BAR + (i + 1) * LINE}" ${
        delay(i)
      } xml:space="preserve">${line}</text>`
    ),
    `<text x="${left}" y="${height - PADDING}" ${
      delay(lines.length + 1)
    } font-size="17" font-weight="bold">` +
    `${count(tokens)} tokens</text>`,
  ];
}

/** A line in colours: folders blue, highlighted names green, and what is said of them dim. */
function colored(line: string, isHighlighted: boolean): string {
  if (line.startsWith("… ")) return dim(line);
  const [, indent = "", name = "", about = ""] = line.match(/^( *)(.*?)( \(.+\)|\t.*)?$/) ?? [];
  const color = isHighlighted ? GREEN : name.endsWith("/") ? BLUE : undefined;
  const shown = color === undefined
    ? escaped(name)
    : `<tspan font-weight="bold" fill="${color}">${escaped(name)}</tspan>`;
  return indent + shown + dim(about.replace("\t", "  "));
}

function dim(text: string): string {
  return text === "" ? "" : `<tspan fill="${FAINT}">${escaped(text)}</tspan>`;
}

function count(value: number): string {
  return value.toLocaleString("en-US");
}

function escaped(text: string): string {
  return text.replace(/[<>&"]/g, (character) => `&#${character.codePointAt(0)};`);
}
