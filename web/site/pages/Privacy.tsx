// The page /privacy: which data is stored, for how long, who sees it, and what people can do about it.

import type { ServerOffer } from '../../../core/plans/offer.ts'
import { PageLink } from '../../navigation/PageLink.tsx'
import { useWords } from '../../words/words.tsx'
import { useOffer } from '../offer.ts'
import { LegalPage } from '../pieces/LegalPage.tsx'

const rows = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13] as const
const soldRows = [...rows, 14] as const

export function Privacy() {
  const t = useWords('siteprivacy')
  const provider = useOffer()?.provider
  const paragraphs = (...texts: ReturnType<typeof t>[]) => texts.map(text => <p key={text}>{text}</p>)
  const sections = [
    { id: 'short', title: t('short'), body: paragraphs(t('short.1'), t('short.2')) },
    { id: 'kept', title: t('kept'), body: <RetentionTable /> },
    { id: 'who', title: t('who'), body: paragraphs(...whoTexts(provider).map(key => t(key))) },
    { id: 'browser', title: t('browser'), body: paragraphs(t('browser.1'), t('browser.2'), t('browser.3')) },
    {
      id: 'rights',
      title: t('rights'),
      body: (
        <>
          <p>{t('rights.1')}</p>
          <p>
            <PageLink to="gdpr">{t('rights.link')}</PageLink>
          </p>
        </>
      ),
    },
    { id: 'strangers', title: t('strangers'), body: paragraphs(t('strangers.1')) },
  ]
  return <LegalPage heading={t('heading')} lede={t('lede')} contact={t('contact')} sections={sections} />
}

const whoTexts = (provider: ServerOffer['provider'] | undefined) =>
  ['who.1', 'who.2', 'who.3', 'who.4', ...(provider ? [`who.${provider}` as const] : [])] as const

function RetentionTable() {
  const t = useWords('siteprivacy')
  const isSold = useOffer() !== null
  return (
    <table className="w-full border-collapse text-md text-ink">
      <thead className="text-sm text-ink-2">
        <tr>
          <th scope="col" className="py-2 pe-4 text-start font-strong">
            {t('kept.what')}
          </th>
          <th scope="col" className="w-2/5 py-2 text-start font-strong">
            {t('kept.how')}
          </th>
        </tr>
      </thead>
      <tbody>
        {(isSold ? soldRows : rows).map(n => (
          <tr key={n} className="border-t border-line align-top">
            <td className="py-3 pe-4">{t(`row${n}`)}</td>
            <td className="py-3 text-ink-2">{t(`row${n}.how`)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
