import { expect, test } from 'vitest'
import { listApprovals } from '#src/staff/authority/approvals.ts'
import { testAccount } from '#test/fixtures/account.ts'
import { giveCredit } from '#test/fixtures/operator.ts'
import { testPlatform } from '#test/fixtures/platform.ts'
import { testStaff } from '#test/fixtures/staff.ts'
import { audited } from '#test/fixtures/tapewire.ts'
import { noteRefund } from './note-refund.ts'
import { approveRefund, listRefunds } from './refund-decisions.ts'
import { requestRefund } from './refunds.ts'

const to = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'
const refusal = { error: 'second_person_needed' }

test('approving a refund above the daily limit needs two people, and so does recording a refund that the customer did not request', async () => {
  await using ctx = await testPlatform()
  const { actor: ada, email } = await testAccount(ctx)
  await giveCredit(ctx, email, 1_200_000_000n)
  const { actor: owner } = await testStaff(ctx, 'owner@example.com', 'owner')
  const { actor: second } = await testStaff(ctx, 'second@example.com', 'owner')
  const { id } = await requestRefund(ctx, ada, { network: 'TRC20', address: to, amount: '600' })
  await expect(approveRefund(ctx, owner, id)).rejects.toMatchObject(refusal)
  await expect(approveRefund(ctx, owner, id)).rejects.toMatchObject(refusal)
  expect(await listRefunds(ctx, owner)).toMatchObject([{ id, status: 'requested' }])
  expect(await listApprovals(ctx, owner)).toMatchObject([{ verb: 'refund.approve', subject: id, micro: 600_000_000n }])
  expect(await approveRefund(ctx, second, id)).toMatchObject({ status: 'approved' })
  expect(await audited(ctx, 'refund.approve')).toMatchObject([{ detail: { approval: 1 } }])
  const sent = {
    email,
    version: null,
    micro: 600_000_000n,
    to,
    txHash: 'ab'.repeat(32),
    reason: 'asked by mail',
    note: '',
  }
  await expect(noteRefund(ctx, owner, sent)).rejects.toMatchObject(refusal)
  expect(await noteRefund(ctx, second, sent)).toEqual({ left: 0n })
})
