// The earlier versions of an email's text: who saved them and when, and a button to restore each.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type EmailTextDetail, type EmailTextHistory, restoreEmailTextApi } from '../../../../core/api/admin/email-texts.ts'
import type { EmailPart } from '../../../../core/notifications/email-kinds.ts'
import { useAuth, useCall } from '../../../session/session.tsx'
import { Button } from '../../../ui/Button.tsx'
import { useExplain } from '../../../ui/feedback/failure.ts'
import { Card, CardHead } from '../../../ui/layout/Card.tsx'
import { Table } from '../../../ui/layout/Table.tsx'
import { Confirm } from '../../../ui/overlays/Dialog.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { formatDateTime } from '../../../ui/text/date-time.ts'
import { useLanguage, useWords } from '../../../words/words.tsx'

export function EmailHistory({ detail }: { detail: EmailTextDetail }) {
  const t = useWords('admintemplates')
  const language = useLanguage()
  const explain = useExplain()
  const call = useCall()
  const queries = useQueryClient()
  const { hasRole } = useAuth()
  const [asked, setAsked] = useState<number | null>(null)
  const { kind, language: emailLanguage } = detail
  const restore = useMutation({
    mutationFn: (version: number) =>
      call(restoreEmailTextApi, 'POST', '/api/admin/email-texts/:kind/:language/restorations', {
        params: { kind, language: emailLanguage },
        body: { version },
      }),
    onSuccess: async restored => {
      setAsked(null)
      queries.setQueryData(['admin', 'email-texts', kind, emailLanguage], restored)
      await queries.invalidateQueries({ queryKey: ['admin', 'email-texts', '/api/admin/email-texts'] })
      toast.success(t('restored'))
    },
    onError: error => {
      setAsked(null)
      toast.error(explain(error), { durationMs: 8000 })
    },
  })
  const canRestoreDefault = hasRole('admin') && detail.state !== 'default'
  const columns = [
    { key: 'version', head: t('version'), cell: (row: EmailTextHistory) => String(row.version) },
    {
      key: 'at',
      head: t('changed'),
      cell: (row: EmailTextHistory) => formatDateTime(row.at, language),
    },
    { key: 'by', head: t('by'), cell: (row: EmailTextHistory) => row.by.email ?? t('formerStaff') },
    {
      key: 'parts',
      head: t('changedParts'),
      cell: (row: EmailTextHistory) => changedParts(row, part => t(`email.part.${part}`)) || t('theDefault'),
    },
    {
      key: 'restore',
      head: t('actions'),
      cell: (row: EmailTextHistory) =>
        row.version === detail.version || !hasRole('admin') ? (
          ''
        ) : (
          <Button look="quiet" small onClick={() => setAsked(row.version)}>
            {t('restore', { version: row.version })}
          </Button>
        ),
    },
  ]
  return (
    <Card flush>
      <CardHead
        title={t('history')}
        action={
          canRestoreDefault && (
            <Button look="quiet" small onClick={() => setAsked(0)}>
              {t('restoreDefault')}
            </Button>
          )
        }
      />
      <Table
        caption={t('history')}
        columns={columns}
        rows={detail.history}
        keyOf={row => String(row.version)}
        empty={<p className="px-(--pad) pb-4 text-ink-2">{t('history.none')}</p>}
      />
      <Confirm
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={asked === 0 ? t('restoreDefault.title') : t('restore.title', { version: asked ?? 0 })}
        action={asked === 0 ? t('restoreDefault') : t('restore', { version: asked ?? 0 })}
        onConfirm={() => restore.mutate(asked ?? 0)}
        busy={restore.isPending}
      >
        {t('restore.text')}
      </Confirm>
    </Card>
  )
}

const changedParts = ({ texts }: EmailTextHistory, name: (part: EmailPart) => string): string =>
  (Object.keys(texts) as EmailPart[]).map(name).join(', ')
