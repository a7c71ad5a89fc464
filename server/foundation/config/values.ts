// Parses setting values: lists, counts, ports and limits.
import { z } from 'zod/mini'

export const mode = z.enum(['sandbox', 'production'])
/** For settings whose default depends on the mode. */
export interface ModeEnv {
  MODE: z.infer<typeof mode>
}

/** Only this machine reaches a name or address like this; `[::1]` is how a URL writes it. */
export const isLoopbackHost = (host: string): boolean => /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/i.test(host)

export const list = z.pipe(
  z.string(),
  z.transform(s =>
    s
      .split(',')
      .map(v => v.trim())
      .filter(Boolean),
  ),
)
export const hostPorts = list.check(
  z.refine(
    all => all.every(hostPort => /^[^\s:]+:\d+$|^\[[\da-f:.]+\]:\d+$/i.test(hostPort)),
    'write each as host:port, as in mail.example.com:993',
  ),
)
export const port = z.coerce.number().check(z.int(), z.minimum(0), z.maximum(65535))
export const count = z.coerce.number().check(z.int(), z.minimum(1))
export const limits = z.pipe(
  z.string(),
  z.transform((text, ctx) => {
    const parts = text
      .split(',')
      .map(v => v.trim())
      .filter(Boolean)
    const parsed = parts.map(part => /^(\w+)=(\d+)\/(\d+)$/.exec(part))
    if (parsed.some(r => !r || Number(r[2]) < 1 || Number(r[3]) < 1))
      ctx.issues.push({ code: 'custom', message: 'write name=how many/in how many seconds, separated by commas', input: text })
    return Object.fromEntries(parsed.flatMap(r => (r ? [[r[1], { points: Number(r[2]), seconds: Number(r[3]) }]] : [])))
  }),
)
export const numbers = z.pipe(
  list,
  z.transform((parts, ctx) => {
    const parsed = parts.map(part => /^(\w+)=(\d+)$/.exec(part))
    if (parsed.some(r => !r)) ctx.issues.push({ code: 'custom', message: 'write name=number, separated by commas', input: parts })
    return Object.fromEntries(parsed.flatMap(r => (r ? [[r[1] ?? '', Number(r[2])]] : [])))
  }),
)
export const prices = z.pipe(
  list,
  z.transform((parts, ctx) => {
    const parsed = parts.map(part => /^([a-z_]+)=(\d+(?:\.\d+)?)$/.exec(part))
    if (parsed.some(r => !r))
      ctx.issues.push({ code: 'custom', message: 'write category=price, separated by commas, as in utility=0.0068', input: parts })
    return Object.fromEntries(parsed.flatMap(r => (r ? [[r[1] ?? '', Number(r[2])]] : [])))
  }),
)
