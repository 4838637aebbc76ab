import { assertEquals } from "@std/assert";
import { TOOLSETS, toToolResult } from "../../../mod.ts";
import { withTree } from "../../support/tree.ts";

const { list_dir_entries, stat_path, find_files } = TOOLSETS.agent;

const KIB = 1024;

Deno.test("sizes in the largest unit of which there is one: three digits, or two with a point below ten", async () => {
  const rows: readonly (readonly [bytes: number, text: string])[] = [
    [0, "0"],
    [999, "999"],
    [1000, "1.0K"],
    [1.25 * KIB, "1.3K"],
    [9.94 * KIB, "9.9K"],
    [9.96 * KIB, "10K"],
    [999 * KIB, "999K"],
    [999.6 * KIB, "1.0M"],
    [34 * KIB ** 2, "34M"],
    [5 * KIB ** 4, "5.0T"],
  ];
  await withTree({ ".git/": "", f: "" }, async (cwd) => {
    for (const [bytes, text] of rows) {
      Deno.truncateSync(`${cwd}/f`, Math.round(bytes));
      const output = await find_files.execute({ sort: "size" }, { cwd });
      const { text: found } = toToolResult(find_files, output);
      assertEquals(found, `find_files .: 1 entry\nf\t${text}`, `${bytes}`);
    }
  });
});

Deno.test("times to the minute, in UTC; the latest year of a listing once, in its first line", async () => {
  const rows:
    readonly (readonly [times: readonly string[], first: string, lines: readonly string[]])[] = [
      [["2026-11-23T21:45:59Z"], ", UTC, 2026 where no year is", ["11-23 21:45"]],
      [
        ["2025-01-01T00:00:00Z", "2026-01-02T03:04:00Z", "2026-02-03T04:05:00Z"],
        ", UTC, 2026 where no year is",
        ["2025-01-01 00:00", "01-02 03:04", "02-03 04:05"],
      ],
      [
        ["1969-12-31T23:59:59Z", "1970-01-01T00:00:00Z"],
        ", UTC, 1970 where no year is",
        ["1969-12-31 23:59", "01-01 00:00"],
      ],
    ];
  for (const [times, first, lines] of rows) {
    const tree = Object.fromEntries(times.map((_, i) => [`${i}`, ""]));
    await withTree(tree, async (cwd) => {
      times.forEach((time, i) => Deno.utimeSync(`${cwd}/${i}`, new Date(time), new Date(time)));
      const { text } = toToolResult(list_dir_entries, await list_dir_entries.execute({}, { cwd }));
      const count = lines.length === 1 ? "1 entry" : `${lines.length} entries`;
      assertEquals(
        text.split("\n"),
        [`list_dir_entries .: ${count}${first}`, ...lines.map((line, i) => `${i}\t0\t${line}`)],
      );
      const one = toToolResult(stat_path, await stat_path.execute({ path: "0" }, { cwd }));
      const time = new Date(times[0]!).toISOString().slice(0, 16).replace("T", " ");
      assertEquals(one.text, `stat_path 0: file, 0, ${time} UTC`);
    });
  }
});
