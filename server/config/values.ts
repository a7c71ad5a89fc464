// How settings are written: lists, counts, ports, limits.
import { z } from 'zod'

export const mode = z.enum(['sandbox', 'production'])
/** Where a setting means something else in sandbox mode. */
export interface InMode {
  MODE: z.infer<typeof mode>
}

export const list = z.string().transform(s =>
  s
    .split(',')
    .map(v => v.trim())
    .filter(Boolean),
)
export const hostPorts = list.refine(
  all => all.every(one => /^[^\s:]+:\d+$|^\[[\da-f:.]+\]:\d+$/i.test(one)),
  'write each as host:port, as in mail.example.com:993',
)
export const port = z.coerce.number().int().min(0).max(65535)
export const count = z.coerce.number().int().min(1)
export const limits = z.string().transform((text, ctx) => {
  const parts = text
    .split(',')
    .map(v => v.trim())
    .filter(Boolean)
  const read = parts.map(part => /^(\w+)=(\d+)\/(\d+)$/.exec(part))
  if (read.some(r => !r || Number(r[2]) < 1 || Number(r[3]) < 1))
    ctx.addIssue('write name=how many/in how many seconds, separated by commas')
  return Object.fromEntries(read.flatMap(r => (r ? [[r[1], { points: Number(r[2]), seconds: Number(r[3]) }]] : [])))
})
export const numbers = list.transform((parts, ctx) => {
  const read = parts.map(part => /^(\w+)=(\d+)$/.exec(part))
  if (read.some(r => !r)) ctx.addIssue('write name=number, separated by commas')
  return Object.fromEntries(read.flatMap(r => (r ? [[r[1] ?? '', Number(r[2])]] : [])))
})
