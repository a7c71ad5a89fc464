// The hero of the home page: an inbox, one email traveling across the water, and the phone that receives it.

import { Link } from '../../navigation/navigation.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Flap, Hull } from '../../ui/layout/Mark.tsx'
import { Bubble, Phone } from '../../ui/phone/Phone.tsx'
import { Rich } from '../../ui/text/Rich.tsx'
import { useWords } from '../../words/words.tsx'
import { column } from '../column.ts'
import { PhoneEmail } from './home/PhoneEmail.tsx'

export function Hero() {
  const t = useWords('site')
  return (
    <section className="deep overflow-clip">
      <div
        className={cx(column, 'grid items-start pt-[clamp(1.5rem,4vw,3.5rem)] pb-14 lg:grid-cols-[minmax(0,5fr)_minmax(9rem,2.4fr)_22rem]')}
      >
        <div className="lg:col-span-2 lg:pe-10">
          <h1 className="max-w-[19ch] text-4xl tracking-[-0.032em]">
            <Rich text={t('home.headline')} tags={{ lit: text => <span className="block text-lamp">{text}</span> }} />
          </h1>
          <p className="mt-4 max-w-[58ch] text-lg text-on-deep-2">{t('home.lede')}</p>
          <div className="mt-6 flex flex-wrap gap-3">
            <Link to="/signup" className={buttonClass({ look: 'foam' })}>
              {t('home.start')}
            </Link>
            <a href="#try" className={buttonClass({ look: 'ghost' })}>
              {t('home.see')}
            </a>
          </div>
          <p className="mt-4 text-sm text-on-deep-2">{t('home.own')}</p>
        </div>
        <Inbox />
        <Water />
        <div className="w-full self-end justify-self-center lg:col-start-3 lg:row-span-2 lg:row-start-1">
          <HeroPhone />
        </div>
      </div>
    </section>
  )
}

const emails = [1, 2, 3, 4, 5] as const

function Inbox() {
  const t = useWords('site')
  return (
    <figure
      aria-label={t('home.inbox.label')}
      className="mt-8 self-end overflow-hidden rounded-hull-lg bg-deep-2 shadow-[inset_0_0_0_1px_var(--deep-line)] lg:col-start-1 lg:row-start-2 lg:mt-12"
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
              n === 3 ? 'bg-lamp font-bold text-on-lamp' : 'text-on-deep-2',
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

function HeroPhone() {
  const t = useWords('site')
  return (
    <Phone number={t('home.phone.number')} day={t('home.phone.day')}>
      <PhoneEmail
        card={t('home.phone.card')}
        subject={t('home.phone.subject')}
        headerLines={[t('phone.from', { sender: t('home.phone.sender') }), t('phone.filter', { name: t('home.phone.name') })]}
        text={t('home.phone.text')}
        time="14:07"
      />
      <Bubble mine time="14:08" ticks="read">
        <p>{t('home.phone.reply')}</p>
      </Bubble>
      <Bubble time="14:08">
        <p>{t('home.phone.done')}</p>
      </Bubble>
    </Phone>
  )
}
