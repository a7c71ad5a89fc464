// The sandbox strip as HTML, once in each language: the server writes it into every page when it starts, so that nothing shifts.
import { directionOf, type Language, languages } from './languages.ts'
import type { Translate } from './words.ts'

type In = (language: Language) => Translate<'ui'>

/** `standIns` names the foreign services that a stand-in plays; without any there is no strip. `isOpen`: other machines reach us. A page shows the one of its own language (web/styles/surfaces.css). */
export const sandboxStrip = (wordsIn: In, standIns: string[], isOpen = false): string =>
  languages.map(language => stripIn(language, wordsIn(language), standIns, isOpen)).join('')

function stripIn(language: Language, t: Translate<'ui'>, standIns: string[], isOpen: boolean): string {
  const parts = standIns.toSorted().map(name => {
    if (name === 'whatsapp') return `${escape(t('strip.whatsapp'))} <a href="/sandbox/phone">${escape(t('strip.phone'))}</a>`
    if (name === 'mail') return `${escape(t('strip.mail'))} <a href="/sandbox/outbox">${escape(t('strip.outbox'))}</a>`
    if (name === 'provider') return `${escape(t('strip.provider'))} <a href="/oauth-demo">${escape(t('strip.providerPage'))}</a>`
    if (name === 'stripe') return escape(t('strip.stripe'))
    return escape(t('strip.other', { name }))
  })
  if (parts.length === 0) return ''
  const text = t('strip.sentence', { parts: parts.toReversed().join(' · ') })
  const warning = isOpen ? ` <b>${escape(t('strip.open'))}</b>` : ''
  return `<aside class="strip" lang="${language}" dir="${directionOf(language)}" aria-label="${escape(t('strip.label'))}">${text}${warning}</aside>`
}

const escape = (text: string): string => text.replace(/[&<>"]/g, letter => `&#${letter.charCodeAt(0)};`)
