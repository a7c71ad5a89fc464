// The messages between the server and its trial workers.
import { z } from 'zod/mini'
import { findExampleApi, NearMiss, TrialSample } from '../../../core/api/filter-trials.ts'
import type { Condition } from '../../../core/filters/tree.ts'

/**
 * Begins a run over the kept mail of one person. `show`: samples and near misses are wanted; `names`: the ids of what matches;
 * `example`: the smallest filter that catches the `picked` mails.
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
  /** Mail that arrived before then is not looked at. */
  sinceMs: number | null
  want: 'show' | 'names' | 'count' | 'example'
  picked: string[]
}

/** The next mails, the newest first; none are the end. */
export interface BatchTask {
  kind: 'mails'
  run: number
  mails: SealedMessage[]
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

/** `more`: the thread has room for the next mails. `end`: it has seen all; `names` in the order they were looked at. */
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
