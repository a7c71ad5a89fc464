// Renders the sandbox banner as HTML in every language; the server puts it into each page, so that nothing shifts on load.
import { directionOf, type Language, languages } from './languages.ts'
import type { Translate } from './words.ts'

type TranslateIn = (language: Language) => Translate<'sandbox'>

/** `standIns`: the simulated services; without any there is no strip. `isOpen`: other machines can reach us. Each page shows the strip in its language (web/styles/surfaces.css). */
export const sandboxStrip = (wordsIn: TranslateIn, standIns: string[], isOpen = false): string =>
  languages.map(language => renderStrip(language, wordsIn(language), standIns, isOpen)).join('')

function renderStrip(language: Language, t: Translate<'sandbox'>, standIns: string[], isOpen: boolean): string {
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

const escape = (text: string): string => text.replace(/[&<>"]/g, character => `&#${character.charCodeAt(0)};`)
