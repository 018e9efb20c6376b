// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// A token that behaves like Tether: 6 decimals, `transfer` returns nothing, and its owner may turn on a fee.
contract Token {
    string public symbol;
    uint8 public constant decimals = 6;
    uint256 public feeBasisPoints;
    address private immutable owner = msg.sender;
    mapping(address => uint256) public balanceOf;

    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor(string memory symbol_, uint256 supply) {
        symbol = symbol_;
        balanceOf[msg.sender] = supply;
        emit Transfer(address(0), msg.sender, supply);
    }

    function setFee(uint256 basisPoints) external {
        require(msg.sender == owner);
        feeBasisPoints = basisPoints;
    }

    function transfer(address to, uint256 value) external {
        uint256 fee = (value * feeBasisPoints) / 10000;
        move(msg.sender, to, value - fee);
        if (fee > 0) move(msg.sender, owner, fee);
    }

    function move(address from, address to, uint256 value) private {
        require(balanceOf[from] >= value);
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }
}

/// Pays many recipients in one transaction, as exchanges do. The contract holds the money.
contract Batch {
    function pay(Token token, address[] calldata to, uint256[] calldata values) external {
        for (uint256 i = 0; i < to.length; i++) token.transfer(to[i], values[i]);
    }
}
