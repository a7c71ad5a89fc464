// The sandbox strip as HTML: the server writes it into every page when it starts, so that nothing shifts.
import type { Translate } from './words.ts'

/** In English, whatever page it is written into. `standIns` names the foreign services that a stand-in plays; without any the strip is empty. `warning` is a sentence of its own, or ''. */
export function sandboxStrip(t: Translate<'ui'>, standIns: string[], warning = ''): string {
  const parts = standIns.toSorted().map(name => {
    if (name === 'whatsapp') return `${escape(t('strip.whatsapp'))} <a href="/sandbox/phone">${escape(t('strip.phone'))}</a>`
    if (name === 'mail') return `${escape(t('strip.mail'))} <a href="/sandbox/outbox">${escape(t('strip.outbox'))}</a>`
    if (name === 'provider') return `${escape(t('strip.provider'))} <a href="/oauth-demo">${escape(t('strip.providerPage'))}</a>`
    if (name === 'stripe') return escape(t('strip.stripe'))
    return escape(t('strip.other', { name }))
  })
  if (parts.length === 0) return ''
  const text = t('strip.sentence', { parts: parts.toReversed().join(' · ') })
  return `<aside class="strip" lang="en" dir="ltr" aria-label="${escape(t('strip.label'))}">${text}${warning ? ` <b>${escape(warning)}</b>` : ''}</aside>`
}

const escape = (text: string): string => text.replace(/[&<>"]/g, letter => `&#${letter.charCodeAt(0)};`)
