// The bars above the page: one for each notice, read aloud when it appears.
import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import { createRoot } from 'react-dom/client'
import type { ShownNotice } from '../../core/api/notices.ts'
import { cx } from '../ui/cx.ts'

/** Returns what shows notices from now on. */
export function openNoticeBar(page: HTMLElement): (notices: ShownNotice[]) => void {
  const place = document.createElement('div')
  page.before(place)
  const root = createRoot(place)
  return notices => root.render(<NoticeBar notices={notices} />)
}

const looks = {
  info: { bar: 'bg-info-soft', icon: 'text-info-fill', Icon: Info },
  warn: { bar: 'bg-warn-soft', icon: 'text-warn-fill', Icon: TriangleAlert },
  danger: { bar: 'bg-danger-soft', icon: 'text-danger-fill', Icon: CircleAlert },
}

export function NoticeBar({ notices }: { notices: ShownNotice[] }) {
  return (
    <div role="status">
      {notices.map(({ id, level, text }) => {
        const { bar, icon, Icon } = looks[level]
        return (
          <p key={id} className={cx('flex items-start justify-center gap-2.5 border-b border-line px-4 py-2 text-sm text-ink', bar)}>
            <Icon size={18} aria-hidden className={cx('mt-px flex-none', icon)} />
            <span className="max-w-[90ch] wrap-anywhere" dir="auto">
              {text}
            </span>
          </p>
        )
      })}
    </div>
  )
}
