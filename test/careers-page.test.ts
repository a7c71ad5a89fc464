// Checks that the files and tests named on the careers page exist in the repository.
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { layers, testExample } from '../web/site/pages/careers/repository.ts'

const at = (path: string) => new URL(`../${path}`, import.meta.url)

test('every path of the architecture exists', () => {
  expect(layers.flatMap(({ paths }) => paths).filter(path => !existsSync(at(path)))).toEqual([])
})

test('every sentence names a test', () => {
  const file = readFileSync(at(testExample.file), 'utf8')
  expect(testExample.tests.filter(sentence => !file.includes(`test('${sentence}'`))).toEqual([])
})
