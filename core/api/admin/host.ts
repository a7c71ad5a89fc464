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
  connections: z.object({ max: z.number(), open: z.number(), idle: z.number(), waiting: z.number() }),
})
export type HostLoad = z.infer<typeof HostLoad>
