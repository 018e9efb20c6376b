import type { Words } from '#src/contract/words.ts'
import type en from '../en-US/sandbox.ts'

const sandbox: Words<typeof en> = {
  wallet: {
    title: '测试钱包',
    mark: '沙盒：模拟行情，测试资金',
    lead: '在本机的模拟链上转出测试 USDT。测试币没有价值，也不会离开本机。',
    network: '网络',
    address: '收款地址',
    amount: '金额（USDT）',
    send: '转账',
    sent: '已转出：',
    tricksTitle: '模拟链上异常',
    tricks: {
      reorganise: '重组 5 个区块，付款重新打包',
      reorganise_and_drop: '重组 5 个区块，付款消失',
      silent: '节点隐藏转账 20 秒',
      unreachable: '节点失联 20 秒',
      honest: '节点恢复正常',
    },
  },
  mailbox: {
    title: '内置邮箱',
    lead: '此沙盒发出的全部邮件，最新的在前。邮件不会离开本机，页面每 10 秒刷新一次。',
    none: '暂无邮件。注册后，验证码会出现在这里。',
    to: '收件人',
    read: '查看正文',
  },
}

export default sandbox
