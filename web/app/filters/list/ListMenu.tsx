// The menu for all filters: templates, import, export, named lists.
import { Download, LayoutTemplate, ListPlus, MoreHorizontal, Upload } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Menu } from '../../../ui/overlays/Menu.tsx'
import { useWords } from '../../../words/words.tsx'
import { ExportDialog } from './ExportDialog.tsx'

export function ListMenu({ mayExport }: { mayExport: boolean }) {
  const t = useWords('filterlist')
  const navigate = useNavigate()
  const [isExporting, setExporting] = useState(false)
  const go = (path: string) => void navigate(path)
  return (
    <>
      <Menu
        label={t('more')}
        trigger={<IconButton icon={MoreHorizontal} label={t('more')} />}
        items={[
          { word: t('more.templates'), icon: LayoutTemplate, onPick: () => go('/filters/templates') },
          { word: t('more.import'), icon: Upload, onPick: () => go('/filters/import') },
          ...(mayExport ? [{ word: t('more.export'), icon: Download, onPick: () => setExporting(true) }] : []),
          { word: t('more.lists'), icon: ListPlus, onPick: () => go('/filters/lists') },
        ]}
      />
      <ExportDialog open={isExporting} onClose={() => setExporting(false)} />
    </>
  )
}
