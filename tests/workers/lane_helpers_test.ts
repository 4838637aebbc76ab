/** Workers that carry calls out and help each other. */
import { assert, assertEquals } from "@std/assert";
import { MessageChannel, Worker } from "node:worker_threads";
import { TOOLSETS } from "../../mod.ts";
import { LaneJobs } from "../../src/workers/lane_jobs.ts";
import { Job, type PooledCall } from "../../src/workers/job.ts";
import { type CallNews, PULSE } from "../../src/workers/messages.ts";
import { threadLane } from "../../src/workers/thread_lane.ts";
import { withQuickTree } from "../support/tree.ts";

/** A lane in a worker of its own, and what it tells next. */
class Lane implements Disposable {
  readonly jobs: LaneJobs;
  #next = Promise.withResolvers<CallNews>();

  constructor(cacheBytes: number) {
    this.jobs = new LaneJobs(
      (events) => threadLane(events, { Worker, heapMb: 256, cacheBytes }),
      {
        onNews: (news) => this.#next.resolve(news),
        onEnd: (why) => this.#next.reject(new Error(why)),
      },
    );
  }

  async news(): Promise<CallNews> {
    const news = await this.#next.promise;
    this.#next = Promise.withResolvers();
    return news;
  }

  /** How often others have answered it. */
  get answers(): number {
    return this.jobs.lane.pulse[PULSE.answers]!;
  }

  /** Carries out a call to its end. */
  async run(call: PooledCall): Promise<string> {
    this.jobs.add(new Job(call));
    for (;;) {
      const news = await this.news();
      if (news.type === "long") this.jobs.lane.post({ type: "go_on", id: news.id });
      else return news.type === "result" ? news.result.text : JSON.stringify(news);
    }
  }

  [Symbol.dispose](): void {
    this.jobs.lane.end();
  }
}

Deno.test("a lane's long walk gives the same to the byte while another lane helps, whether it keeps what is read or not", async () => {
  await withQuickTree({}, async (root) => {
    for (let i = 0; i < 40; i++) {
      for (let j = 0; j < 20; j++) {
        Deno.mkdirSync(`${root}/${i}/${j}`, { recursive: true });
        for (const name of ["a.ts", "b.h", "c", "d", "é", "f", "g"]) {
          Deno.createSync(`${root}/${i}/${j}/${name}`).close();
        }
      }
    }
    const args = { path: root, recursive: true };
    const context = { cwd: root, roots: [root] };
    const call: PooledCall = {
      toolset: "tree",
      tool: "list_dir",
      args,
      context,
      wantsData: false,
      client: {},
    };
    const expected = await TOOLSETS.tree.list_dir.execute(args, context);
    for (const cacheBytes of [0, 1_000_000]) {
      using asking = new Lane(cacheBytes);
      using helping = new Lane(cacheBytes);
      await Promise.all([asking.news(), helping.news()]);
      asking.jobs.meet(helping.jobs, new MessageChannel());
      // The helper says that it has started when it has loaded what it needs: by the second call at the latest.
      for (let i = 0; i < 20 && asking.answers < 2; i++) {
        assertEquals(await asking.run(call), expected);
      }
      assert(asking.answers >= 2, `nobody helped; the cache had ${cacheBytes} bytes`);
      asking.jobs.part(helping.jobs);
      assertEquals(await asking.run(call), expected);
      const { answers } = asking;
      assertEquals(await asking.run(call), expected);
      assertEquals(asking.answers, answers, "who has parted is not asked");
    }
  });
});
