// The page /terms: the terms of service, with the operator's name.
import { useWords } from '../../words/words.tsx'
import { LegalPage } from '../pieces/LegalPage.tsx'

const parts = [
  ['who', ['who.1', 'who.2']],
  ['what', ['what.1', 'what.2', 'what.3']],
  ['you', ['you.1', 'you.2', 'you.3', 'you.4']],
  ['yours', ['yours.1', 'yours.2']],
  ['phone', ['phone.1', 'phone.2']],
  ['end', ['end.1', 'end.2']],
  ['liable', ['liable.1', 'liable.2']],
  ['change', ['change.1']],
  ['law', ['law.1', 'law.2']],
] as const

export function Terms() {
  const t = useWords('siteterms')
  const sections = parts.map(([id, texts]) => ({ id, title: t(id), body: texts.map(text => <p key={text}>{t(text)}</p>) }))
  return <LegalPage heading={t('heading')} lede={t('lede')} contact={t('contact')} sections={sections} />
}
