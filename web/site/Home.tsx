// The home page: what it does, how it works, what it promises.
import { Link } from 'react-router'
import { buttonClass } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Motif } from '../ui/Motif.tsx'
import { Tally } from '../ui/Tally.tsx'
import { useWords } from '../words.tsx'
import { Hero } from './Hero.tsx'
import { column } from './Site.tsx'

const band = 'py-[clamp(3.5rem,8vw,6.5rem)]'
const three = [1, 2, 3] as const
const example = { arrived: 1204, forwarded: 37, underWay: 0, held: 7, failed: 0, notMatched: 1160, suppressed: 0 }

export function Home() {
  const t = useWords('site')
  const ui = useWords('ui')
  return (
    <>
      <title>{ui('title', { page: t('home.title') })}</title>
      <meta name="description" content={t('home.description')} />
      <Hero />
      <HowItWorks />
      <EveryMail />
      <section className={`deep border-b border-deep-line ${band}`}>
        <div className={`${column} grid items-center gap-8 md:grid-cols-2`}>
          <div>
            <h2 className="max-w-[24ch] text-3xl">{t('home.last.title')}</h2>
            <p className="mt-4 max-w-[58ch] text-lg text-on-deep-2">{t('home.last.lede')}</p>
            <Link to="/signup" className={buttonClass({ look: 'foam' }, 'mt-6')}>
              {t('home.start')}
            </Link>
          </div>
          <Motif className="w-full text-on-deep-2" />
        </div>
      </section>
    </>
  )
}

function HowItWorks() {
  const t = useWords('site')
  return (
    <section id="how" className={band}>
      <div className={column}>
        <h2 className="max-w-[24ch] text-3xl">{t('home.how.title')}</h2>
        <p className="mt-4 max-w-[58ch] text-lg text-ink-2">{t('home.how.lede')}</p>
        <ol className="mt-8 grid gap-(--gap) sm:grid-cols-3">
          {three.map(n => (
            <li key={n} className="border-t-3 border-dotted border-edge pt-4">
              <span aria-hidden="true" className="block text-figure font-figure text-accent-ink">
                {n}
              </span>
              <h3 className="mt-2">{t(`home.how.step${n}`)}</h3>
              <p className="mt-1 text-ink-2">{t(`home.how.text${n}`)}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

function EveryMail() {
  const t = useWords('site')
  return (
    <section className={`bg-sunk ${band}`}>
      <div className={column}>
        <h2 className="max-w-[24ch] text-3xl">{t('home.sum.title')}</h2>
        <p className="mt-4 max-w-[58ch] text-lg text-ink-2">{t('home.sum.lede')}</p>
        <Card className="mt-8 p-[clamp(1.25rem,3vw,2.5rem)]!">
          <p>
            <span className="tag">{t('home.sum.example')}</span>
          </p>
          <Tally figures={example} />
        </Card>
        <ul className="mt-10 grid gap-(--gap) sm:grid-cols-3">
          {three.map(n => (
            <li key={n} className="border-t-3 border-dotted border-edge pt-4">
              <h3>{t(`home.promise${n}`)}</h3>
              <p className="mt-1 text-ink-2">{t(`home.promise${n}.text`)}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
