// The folders that are read, compared with the server's own list.
import { useState } from 'react'
import type { MailboxDetail } from '../../../../core/api/mail.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card, CardHead } from '../../../ui/layout/Card.tsx'
import { type Column, Table } from '../../../ui/layout/Table.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { Ago } from '../../../ui/text/Ago.tsx'
import { useLanguage, useWords } from '../../../words/words.tsx'
import { FoldersStep } from '../add/FoldersStep.tsx'

type Folder = MailboxDetail['folders'][number]

export function FoldersCard({ mailbox, now }: { mailbox: MailboxDetail; now: Date }) {
  const t = useWords('mailbox')
  const [isChoosing, setChoosing] = useState(false)
  return (
    <Card flush>
      <CardHead
        title={t('folders')}
        action={
          <Button look="quiet" small onClick={() => setChoosing(true)}>
            {t('folders.choose')}
          </Button>
        }
      >
        {t('folders.lead')}
      </CardHead>
      <Table caption={t('folders')} columns={useColumns(now)} rows={mailbox.folders} keyOf={folder => folder.name} />
      <Dialog open={isChoosing} onClose={() => setChoosing(false)} title={t('folders.choose')} lead={mailbox.address} wide>
        <FoldersStep mailbox={mailbox} onDone={() => setChoosing(false)} />
      </Dialog>
    </Card>
  )
}

function useColumns(now: Date): Column<Folder>[] {
  const t = useWords('mailbox')
  const language = useLanguage()
  const count = (n: number | undefined) => (n === undefined ? '–' : n.toLocaleString(language))
  return [
    {
      key: 'name',
      head: t('folders.name'),
      cell: folder => (
        <>
          <bdi>{folder.name}</bdi>
          {folder.isGone && <span className="ms-2 text-warn">{t('folders.gone')}</span>}
        </>
      ),
    },
    { key: 'held', head: t('folders.held'), number: true, cell: folder => count(folder.count?.held) },
    { key: 'kept', head: t('folders.kept'), number: true, cell: folder => count(folder.count?.kept) },
    { key: 'takenUp', head: t('folders.takenUp'), number: true, cell: folder => count(folder.count?.takenUp) },
    { key: 'at', head: t('folders.at'), cell: folder => (folder.count ? <Ago at={folder.count.at} now={now} /> : t('folders.never')) },
  ]
}
