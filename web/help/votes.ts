// Votes on guides, stored in the browser and sent to the server; a random id per guide lets a later vote replace an earlier one.
import { z } from 'zod/mini'
import * as help from '../../core/api/help.ts'
import { call } from '../api.ts'
import { type GuideName, slugOf } from './guides.ts'

const Kept = z.object({ voter: z.uuid(), answer: z.enum(['yes', 'no']) })
type Answer = z.infer<typeof Kept>['answer']

export const kept = (name: GuideName): Answer | null => read(name)?.answer ?? null

export async function send(name: GuideName, answer: Answer): Promise<void> {
  const voter = read(name)?.voter ?? crypto.randomUUID()
  const guide = help.Guide.parse(slugOf(name))
  await call(help.addVoteApi, 'POST', '/api/help-votes', { body: { guide, voter, useful: answer === 'yes' } })
  localStorage.setItem(keyOf(name), JSON.stringify({ voter, answer }))
}

const keyOf = (name: GuideName) => `help-vote:${slugOf(name)}`

function read(name: GuideName): z.infer<typeof Kept> | null {
  try {
    return Kept.parse(JSON.parse(localStorage.getItem(keyOf(name)) ?? ''))
  } catch {
    return null
  }
}
