import type { AbiParameter } from 'viem';
import { slipway } from '@slipway/protocols/slipway';
import { contractAbis } from './config.service.js';

const CONTRACT_ABIS = contractAbis(slipway);

describe('contractAbis', () => {
  it.each(Object.entries(CONTRACT_ABIS))(
    '%s says of each parameter which Solidity type it has',
    (_name, abi) => {
      const parameters = abi.flatMap((entry) => [
        ...('inputs' in entry ? entry.inputs : []),
        ...('outputs' in entry ? entry.outputs : []),
      ]);
      expect(parameters.length).toBeGreaterThan(0);
      for (const parameter of parameters.flatMap(withComponents))
        expect(parameter).toEqual({ ...parameter, internalType: expect.any(String) });
    },
  );

  it('names structs as their sources do', () => {
    const aggregate = CONTRACT_ABIS['multicall3']?.find(
      (entry) => entry.type === 'function' && entry.name === 'aggregate3',
    );
    expect(aggregate).toMatchObject({
      inputs: [{ type: 'tuple[]', internalType: 'struct Multicall3.Call3[]' }],
      outputs: [{ type: 'tuple[]', internalType: 'struct Multicall3.Result[]' }],
    });
  });
});

function withComponents(parameter: AbiParameter): AbiParameter[] {
  const components = 'components' in parameter ? parameter.components : [];
  return [parameter, ...components.flatMap(withComponents)];
}
