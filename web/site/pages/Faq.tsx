// The page /faq: short answers, each with its own link.
import type { ReactNode } from 'react'
import { PageLink } from '../../navigation/PageLink.tsx'
import type { PageName } from '../../navigation/public-pages.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { useWords } from '../../words/words.tsx'
import { useOffer } from '../offer.ts'
import { PageIntro } from '../PageIntro.tsx'
import { Band } from '../pieces/Band.tsx'
import { CallToAction } from '../pieces/CallToAction.tsx'
import { Questions } from '../pieces/Questions.tsx'
import { StructuredData } from '../StructuredData.tsx'

const groups = [
  { group: 'mail', questions: [1, 2, 3, 4] },
  { group: 'phone', questions: [5, 6, 7, 8] },
  { group: 'trust', questions: [9, 10, 11, 12] },
  { group: 'leave', questions: [13, 14] },
] as const
/** Pages with more detail. */
const guides: Partial<Record<number, PageName>> = {
  1: 'guideEmailSetup',
  3: 'guideGmail',
  6: 'guideWhatsappSetup',
  7: 'guideWhatsapp',
  9: 'security',
  10: 'howItWorks',
  12: 'pricing',
  14: 'gdpr',
}

export function Faq() {
  const t = useWords('sitefaq')
  const isSold = useOffer() !== null
  const answerOf = (n: (typeof groups)[number]['questions'][number]) => t(n === 12 && isSold ? 'a12.sold' : `a${n}`)
  const allQuestions = groups.flatMap(({ questions }) => [...questions])
  return (
    <>
      <PageIntro heading={t('heading')} lede={t('lede')} />
      {groups.map(({ group, questions }, index) => (
        <Band key={group} beside sunk={index % 2 === 1} title={t(`${group}.title`)} id={group}>
          <Questions
            open={index === 0}
            questions={questions.map(n => ({ id: `q${n}`, question: t(`q${n}`), answer: <Answer n={n}>{answerOf(n)}</Answer> }))}
          />
        </Band>
      ))}
      <CallToAction title={t('other.title')} lede={t('other.text')}>
        <PageLink to="contact" className={buttonClass({ look: 'foam' })}>
          {t('other.contact')}
        </PageLink>
        <PageLink to="help" className={buttonClass({ look: 'ghost' })}>
          {t('other.help')}
        </PageLink>
      </CallToAction>
      <StructuredData
        data={{
          '@type': 'FAQPage',
          mainEntity: allQuestions.map(n => ({
            '@type': 'Question',
            name: t(`q${n}`),
            acceptedAnswer: { '@type': 'Answer', text: answerOf(n) },
          })),
        }}
      />
    </>
  )
}

function Answer({ n, children }: { n: number; children: ReactNode }) {
  const t = useWords('sitefaq')
  const guide = guides[n]
  return (
    <>
      <p>{children}</p>
      {guide && (
        <p>
          {t('more')} <PageLink to={guide} />
        </p>
      )}
    </>
  )
}
