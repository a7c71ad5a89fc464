// Times what a heavy user starts and does not wait for: trying a filter, saving it, applying it to all past email, and a copy of everything.
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod/mini'
import { PastRun, TrialLine } from '../../core/api/filter-trials.ts'
import { ask } from '../../test/faults/api.ts'
import { timed, timeRounds } from './timing.ts'
import type { GrowthWorld } from './world.ts'

export interface Measured {
  name: string
  /** Milliseconds of each round. */
  times: number[]
  boundMs: number | null
  /** What was reached, for what ends early. */
  note?: string
}

const rounds = 5
const pollMs = 200
const WithId = z.object({ id: z.string() })
const Exports = z.object({
  items: z.array(z.object({ state: z.string(), sizeBytes: z.nullable(z.number()), reason: z.nullable(z.string()) })),
})

export async function measureBackground(world: GrowthWorld): Promise<Measured[]> {
  return [...(await measureTrial(world)), ...(await measureFilter(world)), await measureExport(world), ...(await measureSend(world))]
}

async function measureTrial({ url, heavy }: GrowthWorld): Promise<Measured[]> {
  const firsts: number[] = []
  let note = ''
  const all = await timeRounds(rounds, async round => {
    const began = performance.now()
    const condition = { field: 'subject', operator: 'contains', values: [`invo${round}`] }
    const response = await fetch(`${url}/api/filters/trials`, {
      method: 'POST',
      headers: { authorization: `Bearer ${heavy.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ filterId: null, condition, actions: [] }),
    })
    let [text, first] = ['', 0]
    for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      first ||= performance.now() - began
      text += part
    }
    firsts.push(first)
    const last = TrialLine.parse(JSON.parse(text.trim().split('\n').at(-1) ?? ''))
    note = last.kind === 'done' ? `looked=${last.looked} of=${last.of}` : last.kind
  })
  return [
    { name: 'trial, first answer', times: firsts, boundMs: 300 },
    { name: 'trial, last answer', times: all, boundMs: null, note },
  ]
}

async function measureFilter({ url, heavy }: GrowthWorld): Promise<Measured[]> {
  const { token } = heavy
  const ids: string[] = []
  const save = await timeRounds(rounds, async round => {
    const condition = { field: 'subject', operator: 'contains', values: ['zzqx'] }
    const body = { name: `Growth ${round}`, paused: true, condition, actions: [{ kind: 'forward', destinationIds: [] }] }
    ids.push(WithId.parse(await ask(url, 'POST', '/api/filters', { token, body })).id)
  })
  const path = `/api/filters/${ids[0]}/runs`
  const began = performance.now()
  const start = await timed(() => ask(url, 'POST', path, { token, body: { days: 365 } }))
  const run = await until(async () => {
    const [latest] = z.object({ items: z.array(PastRun) }).parse(await ask(url, 'GET', path, { token })).items
    return latest && latest.state !== 'running' ? latest : null
  })
  const total = performance.now() - began
  for (const id of ids) await ask(url, 'DELETE', `/api/filters/${id}`, { token })
  return [
    { name: 'save a filter', times: save, boundMs: 200 },
    { name: 'apply to a year, answer', times: [start], boundMs: 5000 },
    { name: 'apply to a year, until done', times: [total], boundMs: null, note: `${run.state} looked=${run.looked} of=${run.of}` },
  ]
}

async function measureExport({ url, heavy }: GrowthWorld): Promise<Measured> {
  const { token } = heavy
  let note = ''
  const ms = await timed(async () => {
    await ask(url, 'POST', '/api/exports', { token, body: {} })
    const made = await until(async () => {
      const [latest] = Exports.parse(await ask(url, 'GET', '/api/exports', { token })).items
      return latest && !['waiting', 'working'].includes(latest.state) ? latest : null
    })
    note = `${made.state} bytes=${made.sizeBytes ?? made.reason}`
  })
  return { name: 'copy of everything, until ready', times: [ms], boundMs: null, note }
}

async function measureSend(world: GrowthWorld): Promise<Measured[]> {
  const accepted: number[] = []
  const taken = await timeRounds(rounds, async round => {
    await world.sendMail(`ferry growth ${round}.`)
    accepted.push(await timed(() => world.untilAccepted(`ferry growth ${round}.`)))
  })
  return [
    { name: 'new email, from 250 until accepted', times: accepted, boundMs: 60 },
    { name: 'new email, in all', times: taken, boundMs: null },
  ]
}

async function until<T>(read: () => Promise<T | null>): Promise<T> {
  for (;;) {
    const found = await read()
    if (found) return found
    await sleep(pollMs)
  }
}
