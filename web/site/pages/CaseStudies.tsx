// The page /case-studies: four days worked through, marked as scenarios.
import { Link } from 'react-router'
import { buttonClass } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { useWords } from '../../words.tsx'
import { band, column } from '../column.ts'
import { Opening } from '../Opening.tsx'
import { PageLink } from '../PageLink.tsx'
import { LastCall } from '../pieces/LastCall.tsx'

const scenarios = [1, 2, 3, 4] as const
const parts = ['problem', 'did', 'became', 'catch'] as const

export function CaseStudies() {
  const t = useWords('sitecasestudies')
  return (
    <>
      <Opening heading={t('heading')} lede={t('lede')} />
      {scenarios.map(n => (
        <Scenario key={n} n={n} />
      ))}
      <LastCall title={t('last.title')} lede={t('last.lede')}>
        <Link to="/signup" className={buttonClass({ look: 'foam' })}>
          {t('last.start')}
        </Link>
        <PageLink to="contact" className={buttonClass({ look: 'ghost' })}>
          {t('last.ask')}
        </PageLink>
      </LastCall>
    </>
  )
}

function Scenario({ n }: { n: (typeof scenarios)[number] }) {
  const t = useWords('sitecasestudies')
  return (
    <section className={cx(band, n % 2 === 0 && 'bg-sunk')}>
      <div className={cx(column, 'grid gap-8 md:grid-cols-[minmax(0,1fr)_minmax(0,1.6fr)] md:gap-12')}>
        <div>
          <span className="tag">{t('tag')}</span>
          <h2 className="mt-3 max-w-[20ch] text-2xl">{t(`s${n}`)}</h2>
          <p className="mt-2 text-ink-2">{t(`s${n}.who`)}</p>
        </div>
        <dl className="grid gap-x-(--gap) gap-y-6 sm:grid-cols-2">
          {parts.map(part => (
            <div key={part} className={cx('border-t-3 pt-3', part === 'catch' ? 'border-edge' : 'border-dotted border-edge')}>
              <dt className="font-strong">{t(part)}</dt>
              <dd className="mt-1 max-w-[48ch] text-ink-2">{t(`s${n}.${part}`)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}
