import { assertEquals } from "@std/assert";
import { parseMountTypes } from "../../src/scope/local_devices.ts";

Deno.test("parseMountTypes() returns the type of each device of a mount table", () => {
  const table = [
    "22 27 0:21 / /proc rw,relatime - proc proc rw",
    "36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 shared:2 - ext3 /dev/root rw,errors=continue",
    "37 35 0:40 /a /b\\040-\\040c rw - nfs4 host:/ rw",
    "38 35 0:50 / /x rw - tmpfs tmpfs rw",
    "39 35 0:50 / /y rw - nfs host:/ rw",
    "40 35 0:60 / /z rw",
    "",
  ].join("\n");
  assertEquals(Object.fromEntries(parseMountTypes(table)), {
    "0:21": "proc",
    "98:0": "ext3",
    "0:40": "nfs4",
    "0:50": "",
  });
});
