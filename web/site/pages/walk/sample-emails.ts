// The three sample emails of the walk-through.
import type { Translate } from '../../../../core/words/words.ts'

export const walkIds = ['invoice', 'code', 'news'] as const
export type WalkId = (typeof walkIds)[number]

export interface WalkEmail {
  name: string
  address: string
  subject: string
  text: string
}

const addresses = { invoice: 'billing@kesiprint.example', code: 'alerts@harborbank.example', news: 'news@harborbank.example' }

export const sampleEmail = (t: Translate<'sitehowitworks'>, id: WalkId): WalkEmail => ({
  name: t(`mail.${id}.from`),
  address: addresses[id],
  subject: t(`mail.${id}.subject`),
  text: t(`mail.${id}.text`),
})
