// Shows one test file of the repository, with tests named as sentences.
import { Card } from '../../../ui/layout/Card.tsx'
import { CheckList } from '../../../ui/text/CheckList.tsx'
import { SourceFile } from '../../source.tsx'
import { testExample } from './repository.ts'

export function TestNames() {
  return (
    <Card className="max-w-lg">
      <code className="text-sm">
        <SourceFile path={testExample.file} />
      </code>
      <CheckList items={testExample.tests} className="text-sm/6" />
    </Card>
  )
}
