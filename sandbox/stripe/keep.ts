// Keeps the Stripe stand-in over restarts: events in a growing file, the rest in one that is replaced; and wakes it when something falls due.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod/mini'
import { openLedger } from '../ledger.ts'
import { finishAdvancing, nextDue, runDue } from './billing/due.ts'
import { forgetOldEvents } from './events.ts'
import { worldTime } from './time.ts'
import type { StripeEvent, StripeState, StripeWorld } from './world.ts'

/** Fills `world.settle`, restores what was kept, and returns how to stop. */
export function keepWorld(world: StripeWorld, dataDir: string | null): () => void {
  const path = dataDir === null ? null : join(dataDir, 'stripe.json')
  if (dataDir !== null) mkdirSync(dataDir, { recursive: true })
  if (path !== null) restore(world.state, path)
  const events = keepEvents(world, dataDir)
  let cancels: (() => void)[] = []
  let stopped = false
  const wake = () => {
    runDue(world, null, Math.floor(world.clock.now() / 1000))
    finishAdvancing(world)
    world.settle()
  }
  world.settle = () => {
    forgetOldEvents(world)
    // The state first: it counts the ids, of which none may be used twice.
    if (path !== null) save(world.state, path)
    events.save()
    for (const cancel of cancels) cancel()
    cancels = []
    if (stopped) return
    const due = nextDue(world, null)
    if (due !== null) cancels.push(world.clock.after(Math.max(0, (due - worldTime(world)) * 1000), wake))
    if (world.state.clockTargets.size > 0) cancels.push(world.clock.after(world.settings.clockAdvanceMs, wake))
  }
  return () => {
    stopped = true
    for (const cancel of cancels) cancel()
    events.close()
  }
}

// Too many events are kept to rewrite them all after each call.
function keepEvents({ state }: StripeWorld, dataDir: string | null): { save: () => void; close: () => void } {
  const { past, ledger } = openLedger(dataDir, 'stripe-events.jsonl', eventShape)
  state.events.push(...past)
  let last = state.events.at(-1)?.id ?? null
  const save = () => {
    const from = last === null ? 0 : state.events.findLastIndex(event => event.id === last) + 1
    // The last one is gone: everything was forgotten.
    if (from === 0) ledger.clear()
    for (const event of state.events.slice(from)) ledger.append(event)
    last = state.events.at(-1)?.id ?? null
  }
  return { save, close: ledger.close }
}

const eventShape = z.custom<StripeEvent>(value => typeof value === 'object' && value !== null)

// A rename is atomic, so that a kill at any moment leaves the old state or the new one.
function save(state: StripeState, path: string): void {
  writeFileSync(
    `${path}.new`,
    JSON.stringify({ ...state, events: [] }, (_key, value: unknown) => (value instanceof Map ? { map: [...value] } : value)),
  )
  renameSync(`${path}.new`, path)
}

const mapShape = z.strictObject({ map: z.array(z.tuple([z.string(), z.unknown()])) })

function restore(state: StripeState, path: string): void {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return
  }
  const kept: Partial<StripeState> = JSON.parse(text, (_key, value: unknown) => {
    const map = mapShape.safeParse(value)
    return map.success ? new Map(map.data.map) : value
  })
  Object.assign(state, kept)
}
