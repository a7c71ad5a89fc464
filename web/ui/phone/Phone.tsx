// A phone with chat bubbles, limited to what WhatsApp can show.
import type { ReactNode } from 'react'
import { useWords } from '../../words/words.tsx'
import { cx } from '../cx.ts'
import { Mark } from '../layout/Mark.tsx'
import { PhoneNumber } from './PhoneNumber.tsx'

export function Phone({ number, day, children }: { number: string; day?: string; children: ReactNode }) {
  const t = useWords('ui')
  return (
    <div className="phone" role="group" aria-label={t('phone.label')}>
      <div className="phone-screen">
        <div className="chatbar">
          <span className="grid size-[2.1rem] flex-none place-items-center rounded-full bg-[oklch(0.288_0.056_226)] text-[#f1f7f9]">
            <Mark className="size-[1.35rem]" />
          </span>
          <span>
            <b>{t('brand')}</b>
            <br />
            <small>
              <PhoneNumber number={number} />
            </small>
          </span>
        </div>
        <Chat day={day}>{children}</Chat>
      </div>
    </div>
  )
}

/** The chat background, with or without a phone around it. */
export function Chat({ day, className, children }: { day?: string | undefined; className?: string; children: ReactNode }) {
  return (
    <div className={cx('chat', className)}>
      {day && <span className="day">{day}</span>}
      {children}
    </div>
  )
}

interface BubbleProps {
  /** Written by the person on the phone. */
  mine?: boolean
  /** A clock time as the phone shows it. */
  time?: string
  /** What WhatsApp has confirmed; never more. */
  ticks?: 'accepted' | 'delivered' | 'read'
  /** An attached document: its name and size. */
  file?: { name: string; size: string }
  /** Up to three. */
  buttons?: readonly ReactNode[]
  children: ReactNode
}

export function Bubble({ mine = false, time, ticks, file, buttons = [], children }: BubbleProps) {
  return (
    <div className={cx('bubble', mine && 'bubble-mine')}>
      {file && (
        <div className="bubble-doc">
          <svg
            viewBox="0 0 24 24"
            aria-hidden="true"
            className="size-5.5"
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
            strokeLinejoin="round"
          >
            <path d="M14 2H6v20h12V6zM14 2v4h4M9 13h6M9 17h6" />
          </svg>
          <span>
            <b dir="auto">{file.name}</b>
            <small className="soft block">{file.size}</small>
          </span>
        </div>
      )}
      <div className="bubble-body">
        {children}
        {time && (
          <p className="bubble-time">
            {time}
            {ticks && <Ticks ticks={ticks} />}
          </p>
        )}
      </div>
      {buttons.length > 0 && (
        <div className="bubble-buttons">
          {buttons.map((button, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- buttons have a fixed order and nothing else
            <span key={index}>{button}</span>
          ))}
        </div>
      )}
    </div>
  )
}

function Ticks({ ticks }: { ticks: NonNullable<BubbleProps['ticks']> }) {
  const t = useWords('ui')
  return (
    <svg
      viewBox="0 0 18 12"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      role="img"
      aria-label={t(`ticks.${ticks}`)}
      className={ticks === 'read' ? 'read' : undefined}
    >
      <path d={ticks === 'accepted' ? 'm4 6.5 3.5 3.5L14 2' : 'm1 6.5 3.5 3.5L11 2M7.5 8.8 8.6 10 15.6 2'} />
    </svg>
  )
}
