import { Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { parseAddress, type Address } from '#values';
import { InvalidRequestError } from '../errors/invalid-request.error.js';
import { ADDRESS_MESSAGE } from './address-property.decorator.js';

/** Reads a path parameter that is an address; the error names the parameter. */
@Injectable()
export class AddressPipe implements PipeTransform<string, Address> {
  transform(value: string, { data = 'address' }: ArgumentMetadata): Address {
    const address = parseAddress(value);
    if (address === null) throw new InvalidRequestError([{ path: data, message: ADDRESS_MESSAGE }]);
    return address;
  }
}
