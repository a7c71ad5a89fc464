// What the product reads in an email, in the form that test cases hold.

import type { EmailCard } from '../../core/message/cards/shapes.ts'
import { findAutomatedHeader, findNewsletterHeader, isReply } from '../../core/message/facts.ts'
import { extractOwnText } from '../../core/message/own-text.ts'
import { viewed } from '../render-viewed.ts'

export interface Reading {
  subject: string
  automated: boolean
  newsletter: boolean
  reply: boolean
  card: EmailCard | null
  ownText: string
}

export async function readHandedIn(raw: Buffer): Promise<Reading> {
  const view = await viewed(raw)
  return {
    subject: view.subject,
    automated: findAutomatedHeader(view) !== null,
    newsletter: findNewsletterHeader(view) !== null,
    reply: isReply(view),
    card: view.card ?? null,
    ownText: extractOwnText(view).trim(),
  }
}
