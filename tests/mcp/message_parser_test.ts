import { assertEquals } from "@std/assert";
import { withoutNulls } from "../../src/mcp/message_parser.ts";

Deno.test('"`arguments: null` is none", as is `cursor: null`', () => {
  const [call, list] = ['{"id":1,"method":"tools/call",', '{"method":"tools/list",'];
  const rows: [json: string, without?: string][] = [
    [`${call}"params":{"name":"a","arguments":null}}`, `${call}"params":{"name":"a"}}`],
    [`${list}"params":{"cursor":null}}`, `${list}"params":{}}`],
    [`[${list}"params":{"cursor":null}},5]`, `[${list}"params":{}},5]`],
    [`${call}"params":null}`],
    [`${call}"params":{"name":null,"arguments":{"a":null},"cursor":null}}`],
    [`${list}"params":{"arguments":null}}`],
    ['{"method":"ping","params":{"arguments":null,"cursor":null}}'],
    ['{"method":["tools/call"],"params":{"arguments":null}}'],
    ["null"],
    ["[[null]]"],
  ];
  for (const [json, without = json] of rows) {
    assertEquals(JSON.stringify(withoutNulls(JSON.parse(json))), without);
  }
});
