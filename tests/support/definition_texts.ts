/**
 * Texts that define things, by their path. Behind two bars is what a line is in, as `name from-to` or `-`; a line
 * without bars is in what the line before is in.
 */
export const DEFINITION_TEXTS: Readonly<Record<string, string>> = {
  "a.py": `
import os
@cache
async def load( || load 3-9
    path,
) -> str:
    """A text with
def not_this():
    """
    return run(lambda x: x)
 || -
class A: || A 11-16
    # A class of words
    x = 1
    def f(self): || f 14-16
        if x:
            return 1`,
  "a.rb": `
module A || A 1-19
  class B::C < D || C 2-18
    attr_reader :x
    def self.load!(x) || load! 4-8
      y = <<~TEXT
  def not_this
      TEXT
    end
    def one = 1 || one 9-9
    private def two; end || two 10-10
    class << self || C 2-18
      def three || three 12-16
        each do |x|
          x
        end
      end
    end || C 2-18
  end
end || A 1-19`,
  "a.ts": `
const TEXT = \`
function notThis() {
\${a.map((x) => { return x; })}\`;
export async function first<T extends { a: string }>( || first 4-11
  { a, b }: Options,
  c = 1,
): Promise<{ d: string }> {
  if (a) {
    return b;
  }
}
class A extends B<C> implements D { || A 12-27
  #count = 0;
  static async *walk(x: string): Iterable<X> { || walk 14-20
    // class words
    const re = /["'\`{]/g;
    for (const y of x) {
      yield y;
    }
  }
  handle = (event) => { || handle 21-23
    this.x(event);
  };
  get size(): number { || size 24-26
    return 1;
  }
} || A 12-27
export const arrow = async (x: A): Promise<B> => || arrow 28-30
  await x
    .then();
Foo.prototype.bar = function () { || bar 31-35
  test("…", () => {
    return 1;
  });
};
module.exports = { || -
  create(context) { || create 37-46
    return {
      "Program:exit"(node) {
        report(node);
      },
      named: function () { || named 42-44
        x();
      },
    }; || create 37-46
  },
}; || -
app.get("/x", async (request) => {
  await request;
});
interface Shape { || Shape 51-54
  area(): number;
  onClick: (event: Event) => void;
}
type Alias = { || -
  a: string;
};
function over(a: string): void;
function over(a: unknown): void { || over 59-62
  while (a) {
  }
}`,
  "a.tsx": `
export const App = ({ names }: Props) => ( || App 1-7
  <div title="{">
    {names.map((name) => (
      <p onClick={() => open(name)}>don't {name}</p>
    ))}
  </div>
);
function useNames(): { readonly names: string[] } { || useNames 8-11
  const text = \`a \${[1].map((x) => \`\${x}\`).join("}")} b\`;
  return { names: [text] };
}`,
  "a.go": `
type Reader struct { || Reader 1-3
	name string
}
 || -
func (r *Reader) Read(p []byte) (n int, err error) { || Read 5-13
	go func() {
		r.done <- true
	}()
	s := \`
func notThis() {
\`
	return len(s), nil
}
 || -
func Map[T any](xs []T, f func(T) T) []T { || Map 15-17
	return xs
}`,
  "a.rs": `
impl<'a, T> fmt::Display for crate::Shape<'a, T> || Shape 1-11
where
    T: for<'b> Fn(&'b str),
{
    fn fmt(&self, f: &mut Formatter<'_>) -> Result { || fmt 5-10
        let c = '{';
        let s = r#"fn not_this() { ""#;
        write!(f, "{}
fn nor_this() {", 1)
    }
} || Shape 1-11
trait Draw { || Draw 12-16
    fn draw( || draw 13-15
        &self,
    );
} || Draw 12-16
macro_rules! maximum { || maximum 17-21
    ($x:expr) => {
        $x
    };
}
mod tests { || tests 22-29
    use super::*;
    pub(crate) async unsafe fn run() { || run 24-28
        match x {
            A { b } => {}
        }
    }
} || tests 22-29`,
  "a.c": `
#include <stdio.h>
#define MAX(a, b) \\
  ((a) > (b) ? (a) : (b))
struct point { || point 4-6
  int x;
};
static struct point * || -
make_point (int x, int y) || make_point 8-15
{
  if (y) {
    goto out;
  }
out:
  return 0; /* int not_this(void) { */
}
int other(void); || -
int main(int argc, char **argv) { || main 17-22
  list_for_each(x, y) {
    puts("{");
  }
  return '{';
}`,
  "b.h": `
int load(int x) || load 1-14
{
#ifdef DEBUG
  if (x) {
#else
  if (!x) {
#endif
    return 1;
  }
#if 0
  }
#endif
  return 0;
}`,
  "a.cpp": `
namespace a {
template <typename T>
class Stack final : public Base<T> { || Stack 3-13
 public:
  explicit Stack(int n) : n_(n), m_{n} { || Stack 5-7
    init();
  }
  bool operator==(const Stack& other) const { || operator== 8-10
    return true;
  }
 private: || Stack 3-13
  int n_;
};
Stack::~Stack() { || ~Stack 14-16
  delete x;
}
std::vector<std::string> ns::Stack::Names( || Names 17-20
    const Options& options) const {
  return {};
}
}  // namespace a || -`,
  "a.java": `
@SuiteClasses({
  First.class,
})
public final class Reader<T> implements Closeable { || Reader 4-20
  private final Map<String, List<T>> map = new HashMap<>();
  public Reader(int x) throws IOException { || Reader 6-8
    this.x = x;
  }
  @Override || Reader 4-20
  public <A extends B> Map<String, A> read( || read 10-18
      String name, int count)
      throws IOException {
    return new Thread() {
      public void run() { || run 14-16
        go();
      }
    }; || read 10-18
  }
  abstract void nothing(); || nothing 19-19
} || Reader 4-20`,
  "a.kt": `
data class Point( || Point 1-3
    val x: Int,
)
class A : B() { || A 4-16
    companion object {
        const val X = 1
    }
    private suspend fun <T> List<T>.second(): T? = || second 8-9
        getOrNull(1)
    @Test || A 4-16
    fun \`with a name\`() = runTest { || \`with a name\` 11-15
        apply("x") {
            it
        }
    }
} || A 4-16`,
  "a.swift": `
extension Session: Loader where T: Codable { || Session 1-15
    public static func load( || load 2-11
        _ url: URL,
    ) async throws -> Data {
        guard let x = y else {
            return z
        }
        items.map { item in
            item
        }
    }
    var size: Int { || Session 1-15
        return 1
    }
}`,
  "a.cs": `
namespace A
{
    public sealed class Logger : ILogger || Logger 3-20
    {
        readonly object _lock = new();
        public Logger(int x) : base(x) || Logger 6-9
        {
            _x = x;
        }
        public async Task<Dictionary<string, int>> Load<T>(string name) || Load 10-17
            where T : class
        {
            using (var x = Open(@"c:\\"))
            {
                return x;
            }
        }
        public int Size( || Size 18-19
            int x) => x + 1;
    } || Logger 3-20
} || -`,
  "a.php": `
<?php
namespace A;
final class Client implements B || Client 3-17
{
    public function &send(array $options = []): ?array || send 5-16
    {
        $x = array_map(function ($y) use ($z) {
            return $y;
        }, $options);
        $text = <<<EOT
function not_this() {
EOT;
        foreach ($x as $y) {
            echo '{';
        }
    }
} || Client 3-17
?> || -
it's text {`,
};

/** The lines of a text, and what each is in. */
export function linesOf(text: string): { readonly lines: string[]; readonly expected: string[] } {
  const lines: string[] = [];
  const expected: string[] = [];
  for (const row of text.trimStart().split("\n")) {
    const [line, marked] = row.split(" || ");
    lines.push(line!);
    expected.push(marked ?? expected.at(-1) ?? "-");
  }
  return { lines, expected };
}
