// The text of a guide: outcome, requirements, sections, troubleshooting, next steps.
import { useWords } from '../words/words.tsx'
import { GuideBlocks } from './GuideBlocks.tsx'
import type { GuidePart, GuideText, Trouble } from './guide.ts'
import { MarkedText } from './MarkedText.tsx'
import { NoBreakText } from './NoBreakText.tsx'

export function GuideBody({ guide }: { guide: GuideText }) {
  const t = useWords('help')
  const steps = guide.parts.filter(part => part.step)
  return (
    <>
      <p className="lede">
        <MarkedText text={guide.lede} />
      </p>
      {(guide.have.length > 0 || guide.need.length > 0) && (
        <div className="ends">
          <TextList id="have" title={t('have')} texts={guide.have} />
          <TextList id="need" title={t('need')} texts={guide.need} />
        </div>
      )}
      {guide.parts.map(part => (
        <GuideSection key={part.id} part={part} stepNumber={steps.indexOf(part) + 1} />
      ))}
      {guide.trouble.length > 0 && <Troubleshooting list={guide.trouble} />}
      <TextList id="after" title={t('after')} texts={guide.after} />
    </>
  )
}

function TextList({ id, title, texts }: { id: string; title: string; texts: readonly string[] }) {
  if (texts.length === 0) return null
  return (
    <section>
      <h2 id={id}>{title}</h2>
      <ul>
        {texts.map(text => (
          <li key={text}>
            <MarkedText text={text} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** `stepNumber` is 0 for a section that is not a numbered step. */
function GuideSection({ part: { id, title, blocks }, stepNumber }: { part: GuidePart; stepNumber: number }) {
  return (
    <section>
      <h2 id={id}>
        {stepNumber > 0 && `${stepNumber}. `}
        {title}
      </h2>
      <GuideBlocks blocks={blocks} />
    </section>
  )
}

function Troubleshooting({ list }: { list: readonly Trouble[] }) {
  const t = useWords('help')
  return (
    <section>
      <h2 id="trouble">{t('trouble')}</h2>
      <p>{t('trouble.lead')}</p>
      <dl className="troubles">
        {list.map(({ id, says, then }) => (
          <div key={says} id={id}>
            <dt>
              <NoBreakText text={t('quoted', { text: says })} />
            </dt>
            <dd>
              <MarkedText text={then} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
