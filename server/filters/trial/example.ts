// Finds the smallest filter that matches the messages a user picked.
import type { z } from 'zod/mini'
import type { findExampleApi } from '../../../core/api/filter-trials.ts'
import { viewDepth } from '../../../core/filters/engine/needs.ts'
import { findFilterByExample } from '../../../core/filters/example/by-example.ts'
import { type TrialEngine, toInput } from './engine.ts'
import type { OpenedMessage } from './message-cache.ts'

export type FoundExample = z.output<(typeof findExampleApi)['answer']>

/** How many of the newest messages are checked for unwanted matches. */
export const maxComparedMessages = 2000

/** Null when one of the picked messages was erased. */
export function findExample(trialEngine: TrialEngine, messages: OpenedMessage[], picked: string[]): FoundExample | null {
  const pickedInputs = messages.filter(message => picked.includes(message.id)).map(message => toInput(trialEngine, message))
  if (pickedInputs.length < new Set(picked).size) return null
  // Partly stored messages would seem not to match.
  const others = messages
    .slice(0, maxComparedMessages)
    .filter(message => !picked.includes(message.id) && viewDepth(message.view) === 'text')
  const result = findFilterByExample(pickedInputs, [...pickedInputs, ...others.map(message => toInput(trialEngine, message))])
  if (result.code !== 'found') return { best: null, alternatives: result.alternatives }
  const { condition, precision, recall, matched, alternatives } = result
  return { best: { condition, precision, recall, matched }, alternatives }
}
