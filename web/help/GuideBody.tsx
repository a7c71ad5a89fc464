// The text of a guide: outcome, requirements, sections, troubleshooting, next steps.
import { useWords } from '../words/words.tsx'
import type { GuidePart, GuideText, Trouble } from './guide.ts'
import { MarkedText } from './MarkedText.tsx'
import { Pieces } from './Pieces.tsx'
import { Unparted } from './Unparted.tsx'

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
          <Listed id="have" title={t('have')} texts={guide.have} />
          <Listed id="need" title={t('need')} texts={guide.need} />
        </div>
      )}
      {guide.parts.map(part => (
        <PartOf key={part.id} part={part} nth={steps.indexOf(part) + 1} />
      ))}
      {guide.trouble.length > 0 && <Troubles list={guide.trouble} />}
      <Listed id="after" title={t('after')} texts={guide.after} />
    </>
  )
}

function Listed({ id, title, texts }: { id: string; title: string; texts: readonly string[] }) {
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

/** `nth` is 0 for a part that is no step. */
function PartOf({ part: { id, title, blocks }, nth }: { part: GuidePart; nth: number }) {
  return (
    <section>
      <h2 id={id}>
        {nth > 0 && `${nth}. `}
        {title}
      </h2>
      <Pieces of={blocks} />
    </section>
  )
}

function Troubles({ list }: { list: readonly Trouble[] }) {
  const t = useWords('help')
  return (
    <section>
      <h2 id="trouble">{t('trouble')}</h2>
      <p>{t('trouble.lead')}</p>
      <dl className="troubles">
        {list.map(({ id, says, then }) => (
          <div key={says} id={id}>
            <dt>
              <Unparted text={t('quoted', { text: says })} />
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
