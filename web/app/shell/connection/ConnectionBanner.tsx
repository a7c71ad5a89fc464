// The banner on every screen while the server can't be reached: since when what is shown is old, and that nothing can be changed.
import { useQueryClient } from '@tanstack/react-query'
import { CloudOff } from 'lucide-react'
import { useEffect } from 'react'
import { lastAnswerAt, useConnection } from '../../../connection.ts'
import { useNow } from '../../../now.ts'
import { useAgo } from '../../../ui/text/Ago.tsx'
import { useWords } from '../../../words/words.tsx'

/** Screens that don't poll ask again this often. */
const retryMs = 10_000

export function ConnectionBanner() {
  const t = useWords('connection')
  const ago = useAgo()
  const now = useNow(5_000)
  const client = useQueryClient()
  const connection = useConnection()
  const isUnreachable = connection === 'unreachable'
  useEffect(() => {
    if (!isUnreachable) return
    const timer = setInterval(() => void client.refetchQueries({ type: 'active' }), retryMs)
    return () => clearInterval(timer)
  }, [isUnreachable, client])
  if (connection === 'online') return null
  return (
    <div
      role="status"
      className="flex min-h-9 flex-wrap items-center justify-center gap-x-3 gap-y-1 bg-warn-soft px-4 py-1.5 text-sm text-ink"
    >
      <CloudOff size={16} aria-hidden className="flex-none text-warn" />
      <span>
        <b>{t(connection)}</b> {t('old', { ago: ago(lastAnswerAt(), now) })}
      </span>
      {isUnreachable && (
        <button
          type="button"
          onClick={() => void client.refetchQueries({ type: 'active' })}
          className="min-h-7 flex-none font-strong text-ink underline underline-offset-2"
        >
          {t('retry')}
        </button>
      )}
    </div>
  )
}
