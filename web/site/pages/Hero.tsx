// The hero of the home page: what it is, for whom and why to trust it, beside one email on its way from an inbox to a phone.

import { useState } from 'react'
import { Link } from '../../navigation/navigation.tsx'
import { PageLink } from '../../navigation/PageLink.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Flap, Hull } from '../../ui/layout/Mark.tsx'
import { Rich } from '../../ui/text/Rich.tsx'
import { useWords } from '../../words/words.tsx'
import { column } from '../column.ts'
import { useOperator } from './contact/useOperator.ts'
import { HeroPhone } from './home/HeroPhone.tsx'

export function Hero() {
  const t = useWords('site')
  const [isPaused, setPaused] = useState(false)
  return (
    <section className={cx('deep overflow-clip', isPaused && 'scene-paused')}>
      <div
        className={cx(column, 'grid items-start pt-[clamp(1rem,3vw,2.5rem)] pb-10 lg:grid-cols-[minmax(0,5fr)_minmax(9rem,2.4fr)_22rem]')}
      >
        <div className="lg:col-span-2 lg:pe-10">
          <p className="text-sm font-strong text-lamp">{t('home.who')}</p>
          <h1 className="mt-2 max-w-[21ch] text-4xl tracking-[-0.032em]">
            <Rich text={t('home.headline')} tags={{ lit: text => <span className="text-lamp">{text}</span> }} />
          </h1>
          <p className="mt-4 max-w-[58ch] text-lg text-on-deep-2">{t('home.lede')}</p>
          <div className="mt-6 flex flex-wrap gap-3">
            <Link to="/signup" className={buttonClass({ look: 'foam' })}>
              {t('home.start')}
            </Link>
            <PageLink to="pricing" hash="run" className={buttonClass({ look: 'ghost' })}>
              {t('home.own')}
            </PageLink>
          </div>
          <Where />
          <Trust />
        </div>
        <Inbox />
        <Water />
        <div className="w-full self-end justify-self-center lg:col-start-3 lg:row-span-2 lg:row-start-1">
          <HeroPhone />
          <button
            type="button"
            onClick={() => setPaused(!isPaused)}
            className="mx-auto mt-3 block min-h-9 px-3 text-sm text-on-deep-2 hover:text-on-deep motion-reduce:hidden"
          >
            {t(isPaused ? 'home.play' : 'home.pause')}
          </button>
        </div>
      </div>
    </section>
  )
}

/** Names whoever runs this server once that is known; both sentences take two lines. */
function Where() {
  const t = useWords('site')
  const name = useOperator()?.name
  return <p className="mt-3 min-h-[2lh] max-w-[46ch] text-sm text-on-deep-2">{name ? t('home.named', { name }) : t('home.where')}</p>
}

const reasons = [1, 2, 3, 4] as const

function Trust() {
  const t = useWords('site')
  return (
    <ul aria-label={t('home.trust')} className="mt-5 grid gap-x-6 gap-y-1.5 text-sm sm:grid-cols-[auto_auto] sm:justify-start">
      {reasons.map(n => (
        <li key={n} className="flex items-baseline gap-2">
          <i aria-hidden="true" className="size-2 flex-none rounded-full bg-lamp" />
          {t(`home.trust${n}`)}
        </li>
      ))}
    </ul>
  )
}

const emails = [1, 2, 3, 4, 5] as const

function Inbox() {
  const t = useWords('site')
  return (
    <figure
      aria-label={t('home.inbox.label')}
      className="mt-8 self-end overflow-hidden rounded-hull-lg bg-deep-2 shadow-[inset_0_0_0_1px_var(--deep-line)] lg:col-start-1 lg:row-start-2"
    >
      <figcaption className="flex justify-between gap-3 border-b border-deep-line px-5 py-3 text-sm text-on-deep-2">
        <b className="truncate">{t('home.inbox.address')}</b>
        <span className="whitespace-nowrap">{t('home.inbox.count')}</span>
      </figcaption>
      <ul>
        {emails.map(n => (
          <li
            key={n}
            className={cx(
              'grid grid-cols-[6.6rem_minmax(0,1fr)] gap-3 px-4 py-2.5 text-[0.9375rem] lg:grid-cols-[8.5rem_minmax(0,1fr)] lg:px-5',
              n === 3 ? 'scene-match bg-lamp font-bold text-on-lamp' : 'text-on-deep-2',
            )}
          >
            <span className={n === 3 ? undefined : 'font-medium'}>{t(`home.inbox.from${n}`)}</span>
            {/* The subject of the forwarded email is not truncated. */}
            <span className={n === 3 ? 'min-w-0' : 'truncate'}>{t(`home.inbox.subject${n}`)}</span>
          </li>
        ))}
      </ul>
    </figure>
  )
}

function Water() {
  return (
    <div aria-hidden="true" className="strait lg:col-start-2 lg:row-start-2">
      <svg className="boat" viewBox="0 0 120 130">
        <g transform="translate(20 0) scale(2.5)" color="#f1f7f9">
          <Flap />
          <Hull />
        </g>
        <g stroke="#fabd33" strokeWidth="3.5" strokeLinecap="round">
          <path d="M32 78h56" />
          <path d="M42 91h34" opacity=".75" />
          <path d="M50 104h28" opacity=".45" />
          <path d="M56 117h10" opacity=".25" />
        </g>
      </svg>
    </div>
  )
}
