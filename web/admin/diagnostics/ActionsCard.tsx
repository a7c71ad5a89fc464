// What staff can start by hand; each start asks for a reason and is logged.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ConsoleAction, listConsoleActionsApi, runConsoleActionApi } from '../../../core/api/admin/diagnostics.ts'
import { useCall } from '../../session/session.tsx'
import { Button } from '../../ui/Button.tsx'
import { useExplain } from '../../ui/feedback/failure.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { SkeletonRows } from '../../ui/feedback/Skeleton.tsx'
import { Card, CardHead } from '../../ui/layout/Card.tsx'
import { useWords } from '../../words/words.tsx'
import { ConfirmAction } from '../pieces/ConfirmAction.tsx'

/** The longest that an action may take. */
const timeoutMs = 60_000

export function ActionsCard({ isAdmin }: { isAdmin: boolean }) {
  const t = useWords('admindiagnostics')
  const explain = useExplain()
  const call = useCall()
  const [chosen, setChosen] = useState<ConsoleAction | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const { data, error } = useQuery({
    queryKey: ['admin', 'actions'],
    queryFn: ({ signal }) => call(listConsoleActionsApi, 'GET', '/api/admin/actions', { signal }),
  })
  const run = async (action: ConsoleAction, reason: string) => {
    setDone(null)
    const { done: result } = await call(runConsoleActionApi, 'POST', '/api/admin/actions/:id', {
      ...{ params: { id: action.id }, body: { reason }, timeoutMs },
    })
    setDone(result)
  }
  return (
    <Card flush>
      <CardHead title={t('actions')}>{isAdmin ? t('actions.text') : t('action.adminOnly')}</CardHead>
      {error && (
        <div className="px-(--pad) pb-4">
          <Note kind="danger">{explain(error)}</Note>
        </div>
      )}
      {done && (
        <div className="px-(--pad) pb-4" role="status">
          <Note kind="ok">{done}</Note>
        </div>
      )}
      {!data && !error && <SkeletonRows rows={3} />}
      <ul>
        {data?.items.map(action => (
          <li key={action.id} className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-(--pad) py-3">
            <div className="min-w-0">
              <b className="font-strong">{action.label}</b>
              <p className="text-sm text-ink-2">{action.text}</p>
            </div>
            {isAdmin && (
              <Button look="quiet" small onClick={() => setChosen(action)}>
                {t('action.start')}
                <span className="sr-only">{action.label}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {chosen && (
        <ConfirmAction
          open
          onClose={() => setChosen(null)}
          title={t('action.confirm', { label: chosen.label })}
          action={t('action.start')}
          danger={chosen.danger}
          onConfirm={reason => run(chosen, reason)}
        >
          <p>{chosen.text}</p>
        </ConfirmAction>
      )}
    </Card>
  )
}
