// Votes on guides, stored in the browser and sent to the server; a random id per guide lets a later vote replace an earlier one.
import { z } from 'zod/mini'
import * as help from '../../core/api/help.ts'
import { call } from '../api.ts'
import { type GuideName, slugOf } from './guides.ts'

const StoredVote = z.object({ voter: z.uuid(), answer: z.enum(['yes', 'no']) })
type Answer = z.infer<typeof StoredVote>['answer']

export const storedVote = (name: GuideName): Answer | null => readStored(name)?.answer ?? null

export async function sendVote(name: GuideName, answer: Answer): Promise<void> {
  const voter = readStored(name)?.voter ?? crypto.randomUUID()
  const guide = help.Guide.parse(slugOf(name))
  await call(help.addVoteApi, 'POST', '/api/help-votes', { body: { guide, voter, useful: answer === 'yes' } })
  localStorage.setItem(storageKey(name), JSON.stringify({ voter, answer }))
}

const storageKey = (name: GuideName) => `help-vote:${slugOf(name)}`

function readStored(name: GuideName): z.infer<typeof StoredVote> | null {
  try {
    return StoredVote.parse(JSON.parse(localStorage.getItem(storageKey(name)) ?? ''))
  } catch {
    return null
  }
}
