// Remembers what was wrong with a sent form until its page is shown again, and redirects people by the outcome.
import type { FastifyReply } from 'fastify'
import type { HostedResult } from '../billing/hosted.ts'

/** Never a card: people type that again, as with Stripe. */
export interface FormDraft {
  problem: string | null
  email?: string
  name?: string
  code?: string
}

/** By the path of the page. */
export type FormDrafts = Map<string, FormDraft>

/** A problem is shown once. */
export function takeDraft(drafts: FormDrafts, page: string): FormDraft {
  const draft = drafts.get(page) ?? { problem: null }
  drafts.delete(page)
  return draft
}

/** Back to the page, which says what was wrong. */
export function showAgain(reply: FastifyReply, drafts: FormDrafts, page: string, draft: FormDraft): FastifyReply {
  drafts.set(page, draft)
  return reply.redirect(page, 303)
}

/** `draft`: what was typed, in case the form is shown again. */
export function sendOn(
  reply: FastifyReply,
  drafts: FormDrafts,
  page: string,
  result: HostedResult,
  draft: Partial<FormDraft> = {},
): FastifyReply {
  if (result.kind === 'done') return reply.redirect(result.url ?? page, 303)
  if (result.kind === 'confirm') return reply.redirect(`/3ds/${result.intent}?${new URLSearchParams({ back: page }).toString()}`, 303)
  return showAgain(reply, drafts, page, { ...draft, problem: result.message })
}
