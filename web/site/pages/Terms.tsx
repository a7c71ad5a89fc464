// The page /terms: the terms of service, with the operator's name.
import type { ServerOffer } from '../../../core/plans/offer.ts'
import { useWords } from '../../words/words.tsx'
import { useOffer } from '../offer.ts'
import { LegalPage } from '../pieces/LegalPage.tsx'

const who = ['who', ['who.1', 'who.2']] as const
const parts = [
  ['you', ['you.1', 'you.2', 'you.3', 'you.4']],
  ['yours', ['yours.1', 'yours.2']],
  ['phone', ['phone.1', 'phone.2']],
  ['end', ['end.1', 'end.2']],
  ['liable', ['liable.1', 'liable.2']],
  ['change', ['change.1']],
  ['law', ['law.1', 'law.2']],
] as const

const free = [['what', ['what.1', 'what.2', 'what.3']]] as const
const soldBy = ({ provider }: ServerOffer) =>
  [
    ['what', ['what.1', 'what.2.sold', 'what.3']],
    ['pay', ['pay.1', 'pay.2', 'pay.3', ...(provider ? [`pay.${provider}` as const] : []), 'pay.4']],
  ] as const

export function Terms() {
  const t = useWords('siteterms')
  const offer = useOffer()
  const sections = [who, ...(offer ? soldBy(offer) : free), ...parts].map(([id, texts]) => ({
    id,
    title: t(id),
    body: texts.map(text => <p key={text}>{t(text)}</p>),
  }))
  return <LegalPage heading={t('heading')} lede={t('lede')} contact={t('contact')} sections={sections} />
}
