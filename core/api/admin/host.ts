// What each host reports about itself with its heartbeat.
import { z } from 'zod/mini'

export const HostLoad = z.object({
  /** How late timers ran: 99 of 100 were on time within this. */
  loopDelayMs: z.number(),
  memoryBytes: z.number(),
  /** Of one core. */
  cpuPercent: z.number(),
  /** Of the file system with the data folder; null if it cannot be read. */
  disk: z.nullable(z.object({ freeBytes: z.number(), totalBytes: z.number() })),
  reach: z.optional(
    z.object({
      /** Look-ups of host names that took longer than a second, in the last ten minutes. */
      slowLookups: z.number(),
      /** How many don't answer and are left alone for a while. */
      mailServers: z.number(),
      /** The sign-in providers that don't. */
      signIns: z.array(z.string()),
    }),
  ),
  connections: z.object({ max: z.number(), open: z.number(), idle: z.number(), waiting: z.number() }),
})
export type HostLoad = z.infer<typeof HostLoad>
