// Renders the page behind an unsubscribe link: a sentence and one button.
import type { NoticeKind } from '../../../core/api/settings.ts'
import type { Words } from '../../../core/words/words.ts'
import { renderPlainPage } from '../../foundation/http/plain-page.ts'

export type UnsubscribePage = { state: 'unknown' } | { state: 'ask' | 'off' | 'on'; kind: NoticeKind }

export function renderUnsubscribePage(words: Words, page: UnsubscribePage): string {
  const t = words.of('notices')
  const link = { text: t('home'), href: '/' }
  if (page.state === 'unknown') return renderPlainPage(words, { title: t('unknown.title'), text: t('unknown.text'), button: null, link })
  const { state, kind } = page
  return renderPlainPage(words, {
    title: t(`${state}.title`),
    text: t(`${state}.text`, { what: t(kind) }),
    button: { text: t(`${state}.deed`), value: state === 'off' ? 'on' : 'off', isQuiet: state !== 'ask' },
    link,
  })
}
