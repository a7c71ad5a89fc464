// The messages between the server and its trial workers.
import { z } from 'zod/mini'
import { findExampleApi, NearMiss, TrialSample } from '../../../core/api/filter-trials.ts'
import type { Condition } from '../../../core/filters/tree.ts'

/**
 * Begins a run over one user's stored messages. `show`: report samples and near misses; `names`: the ids of the matches;
 * `example`: the smallest filter that matches the `picked` messages.
 */
export interface BeginTask {
  kind: 'begin'
  run: number
  userId: string
  contentKey: Uint8Array
  viewColumn: string
  timeZone: string
  draft: Condition
  saved: Condition | null
  lists: [string, string[]][]
  extent: { count: number; newest: string | null; oldest: string | null }
  /** Messages that arrived earlier are skipped. */
  sinceMs: number | null
  want: 'show' | 'names' | 'count' | 'example'
  picked: string[]
}

/** The next messages, newest first; an empty batch is the end. */
export interface BatchTask {
  kind: 'mails'
  run: number
  messages: SealedMessage[]
}

export interface SealedMessage {
  id: string
  arrivedMs: number
  mailbox: { address: string; kind: 'imap' | 'address' }
  isFirstTimeSender: boolean | null
  sealed: Uint8Array
}

export interface StopTask {
  kind: 'stop'
  run: number
}

export type Task = BeginTask | BatchTask | StopTask

const Counts = { looked: z.number(), matched: z.number(), gained: z.number(), lost: z.number(), unknown: z.number() }

/** `more`: the thread is ready for the next batch. `end`: the run is over; `names` are in the order of evaluation. */
export const WorkerReply = z.discriminatedUnion('kind', [
  z.object({ run: z.number(), kind: z.literal('more') }),
  z.object({ run: z.number(), kind: z.literal('progress'), ...Counts }),
  z.object({ run: z.number(), kind: z.literal('sample'), sample: TrialSample }),
  z.object({ run: z.number(), kind: z.literal('near'), near: NearMiss }),
  z.object({
    run: z.number(),
    kind: z.literal('end'),
    ...Counts,
    sinceMs: z.nullable(z.number()),
    names: z.array(z.string()),
    example: z.nullable(findExampleApi.answer),
  }),
  z.object({ run: z.number(), kind: z.literal('failed'), problem: z.string() }),
])
export type WorkerReply = z.infer<typeof WorkerReply>
