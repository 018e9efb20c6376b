import { expectTypeOf, test } from 'vitest'
import type { ApiKey } from './keys.ts'
import type { Input, Output, RouteName } from './routes.ts'

test('a call is known by the name of its route, with what it takes and answers', () => {
  expectTypeOf<Output<'GET /api/keys'>>().toEqualTypeOf<ApiKey[]>()
  expectTypeOf<{ params: { id: string }; body: { name: string } }>().toExtend<Input<'POST /api/keys/{id}/rename'>>()
  expectTypeOf<Record<never, never>>().toExtend<Input<'GET /api/keys'>>()
})

test('a call that is not there, that lacks a part or that answers without the envelope is no call', () => {
  expectTypeOf<'GET /api/none'>().not.toExtend<RouteName>()
  expectTypeOf<'GET /api/usage/export'>().not.toExtend<RouteName>()
  expectTypeOf<{ params: { id: string } }>().not.toExtend<Input<'POST /api/keys/{id}/rename'>>()
  expectTypeOf<{ params: { id: string }; body: { id: string } }>().not.toExtend<Input<'POST /api/keys/{id}/rename'>>()
})
