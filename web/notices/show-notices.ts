// Shows announcements and maintenance above the page, whichever page it is, and keeps them up to date.
import { getNoticesApi, type ShownNotice } from '../../core/api/notices.ts'
import { call } from '../api.ts'
import { hasStoredSession } from '../auth/stored-session.ts'

const refreshMs = 60_000

export function showNotices(page: HTMLElement): void {
  let show: ((notices: ShownNotice[]) => void) | null = null
  const refresh = async () => {
    if (document.hidden) return
    const { items } = await call(getNoticesApi, 'GET', '/api/notices', {})
    const shown = items.filter(({ audience }) => audience === 'all' || hasStoredSession())
    if (!show && shown.length > 0) show = (await import('./NoticeBar.tsx')).openNoticeBar(page)
    show?.(shown)
  }
  // What cannot be read now is read the next time.
  const refreshQuietly = () => void refresh().catch(() => undefined)
  refreshQuietly()
  setInterval(refreshQuietly, refreshMs)
}
